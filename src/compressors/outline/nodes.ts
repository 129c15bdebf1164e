/** What the nodes of the grammars are to an outline. One grammar's names are no other's, but for what is the same. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Functions that say their name themselves. */
export const DECLARED = words(
  'function_definition function_declaration generator_function_declaration function_item method_definition method_declaration ' +
    'constructor_declaration compact_constructor_declaration destructor_declaration operator_declaration ' +
    'conversion_operator_declaration local_function_statement accessor_declaration method singleton_method static_initializer ' +
    'class_static_block',
);

/** Functions that are called what they are assigned to, if they are. */
export const NAMELESS = words(
  'arrow_function function_expression generator_function anonymous_function anonymous_method_expression func_literal ' +
    'lambda_expression closure_expression do_block',
);

/** What gives a nameless function a name. */
export const NAMING = words(
  'variable_declarator assignment_expression assignment pair field_definition public_field_definition const_spec var_spec ' +
    'let_declaration short_var_declaration expression_list init_declarator equals_value_clause',
);

/** What has members: its first line says what it is. */
export const CLASSES = words(
  'class_definition class_declaration abstract_class_declaration class class_specifier struct_specifier struct_declaration ' +
    'interface_declaration enum_declaration record_declaration impl_item trait_item trait_declaration module ' +
    'internal_module object_declaration singleton_class',
);

/** Values written out, as data. */
export const LITERALS = words(
  'array object dictionary list set tuple array_initializer initializer_list literal_value array_expression ' +
    'array_creation_expression hash initializer_expression',
);

/** Statements around a call that is handed a function. */
export const CALLS = words(
  'expression_statement call call_expression await_expression invocation_expression method_invocation arguments ' +
    'argument_list parenthesized_expression argument unary_expression',
);
