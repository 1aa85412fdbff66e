const forms = new Set<() => void>()

/** Called by a form while it is on the page; returns the way to stop. */
export function onClearFormErrors(clear: () => void): () => void {
  forms.add(clear)
  return () => forms.delete(clear)
}

/** Before each navigation: no form keeps the errors of what was sent earlier. */
export function clearFormErrors(): void {
  for (const clear of forms) clear()
}
