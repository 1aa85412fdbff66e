import { ApiError } from '../http/errors.ts'

declare const allowedAction: unique symbol

/** A row that the actor may do `Action` to. Writing functions ask for it, so that no check can be forgotten. */
export type Allowed<T, Action extends string> = T & { readonly [allowedAction]: Action }

/** The only maker of Allowed. @throws ApiError forbidden */
export function allow<T extends object, Action extends string>(
  row: T,
  _action: Action,
  isAllowed: boolean,
): Allowed<T, Action> {
  if (!isAllowed) throw new ApiError('forbidden')
  return row as Allowed<T, Action> // the brand exists for the compiler alone
}
