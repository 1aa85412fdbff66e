/** What a key does that works without the focus on its control. */
export type ScreenKey =
  | 'create'
  | 'search'
  | 'help'
  | 'next'
  | 'previous'
  | 'extendToNext'
  | 'extendToPrevious'
  | 'select'
  | 'extend'
  | 'edit'

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'isComposing' | 'repeat'
>

const letters: Partial<Record<string, ScreenKey>> = { n: 'create', x: 'select', e: 'edit' }

/** The meaning of a key press, or null if it has none. Chords belong to the browser. */
export function screenKeyOf(press: Press): ScreenKey | null {
  const { key, code, shiftKey, repeat } = press
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null
  if (key === 'ArrowDown') return shiftKey ? 'extendToNext' : 'next'
  if (key === 'ArrowUp') return shiftKey ? 'extendToPrevious' : 'previous'
  if (repeat) return null
  if (key === '/') return 'search'
  if (key === '?') return 'help'
  // In a Russian layout this key gives a full stop and a comma.
  if (code === 'Slash') return shiftKey ? 'help' : 'search'
  const act = letters[latinLetter(press)] ?? null
  if (!shiftKey) return act
  return act === 'select' ? 'extend' : null
}

/** The letter in lower case. A layout without Latin letters gives the letter that is printed beside its own. */
function latinLetter({ key, code }: Press): string {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase()
  return /^\p{L}$/u.test(key) ? code.replace('Key', '').toLowerCase() : ''
}

/** Elements that keep all keys for themselves. */
const fields =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]'

const arrows: ReadonlySet<ScreenKey> = new Set(['next', 'previous', 'extendToNext', 'extendToPrevious'])

/** Elements that are themselves controlled by arrows. */
const arrowControls =
  '[type="radio"], [role="radiogroup"], [role="tablist"], [role="slider"], [role="separator"], [role="toolbar"], video, audio'

/** Layers over the page. While one is open, the keys of the page do nothing. */
const layers = '[role="dialog"], [role="menu"], [role="listbox"]'

/** Whether the key belongs to the element with the focus, or to a layer over the page. */
export function isKeyTaken(key: ScreenKey, target: EventTarget | null): boolean {
  const takers = arrows.has(key) ? `${fields}, ${arrowControls}` : fields
  if (target instanceof Element && target.closest(takers) !== null) return true
  return [...document.querySelectorAll(layers)].some((layer) => layer.checkVisibility())
}
