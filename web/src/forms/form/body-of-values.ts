import type { BodyOf, CallName } from '../../api/send/calls.ts'

/**
 * The values of a form as the body of its call. A value may be empty where the call requires one, and its list is
 * not changed, unlike that of a body. The form finds such a value before it sends, or the server refuses it at its
 * field.
 */
export const bodyOfValues = <Name extends CallName>(values: object): BodyOf<Name> => values as BodyOf<Name>
