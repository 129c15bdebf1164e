/** Which lines are calls of a stack, and whose. */
import { expect, test } from 'vitest';
import { frameOf } from '../../src/text/frames.js';

test.each([
  ['       com.acme.Berth.free(Berth.java:31)', false],
  ['       app//com.acme.Berth$Dock.lambda$free$0(Berth.java:31)', false],
  ['       java.base/java.lang.reflect.Method.invoke(Method.java:569)', true],
  ['       java.base/jdk.internal.reflect.NativeMethodAccessorImpl.invoke0(Native Method)', true],
  ['       org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:39)', true],
  ['\tat org.apache.commons.exec.DefaultExecutor.execute(DefaultExecutor.java:31)', true],
  ['\tat org.apache.commons.exec.DefaultExecutorTest.runs(DefaultExecutorTest.java:31)', false],
  ['\tat com.acme.Berth.free(Berth.java:31)', false],
])('a call of Java, with and without `at`: %s', (text, isLibrary) => {
  expect(frameOf(text)).toEqual({ order: 'newest-first', isLibrary });
});

test.each([
  ['com.acme.Berth.free(Berth.java:31)'],
  ['    see docs/berth.md (section 3)'],
  ['    Berth.java: free(31)'],
  ['    berth.free(3)'],
])('no call: %s', text => {
  expect(frameOf(text)).toBeUndefined();
});
