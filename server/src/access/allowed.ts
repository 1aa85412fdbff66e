import { ApiError } from '../errors/errors.ts'

declare const allowedAction: unique symbol

/**
 * A row on which the actor may do `Action`. Functions that write require it as a parameter, so that no check
 * is forgotten.
 */
export type Allowed<T, Action extends string> = T & { readonly [allowedAction]: Action }

/** The only function that creates an Allowed. @throws ApiError forbidden */
export function allow<T extends object, Action extends string>(
  row: T,
  _action: Action,
  isAllowed: boolean,
): Allowed<T, Action> {
  if (!isAllowed) throw new ApiError('forbidden')
  return row as Allowed<T, Action> // the brand exists only for the compiler
}
