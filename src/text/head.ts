/** So much of a text shows what it is: bytes of a stream, characters of a text. */
export const HEAD_SIZE = 16_384;
