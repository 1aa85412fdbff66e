const forms = new Set<() => void>()

/** Registers a form while it is on the page. @returns a function that removes it */
export function onClearFormErrors(clear: () => void): () => void {
  forms.add(clear)
  return () => forms.delete(clear)
}

/** Runs before each navigation, so that no form keeps the errors of an earlier attempt. */
export function clearFormErrors(): void {
  for (const clear of forms) clear()
}
