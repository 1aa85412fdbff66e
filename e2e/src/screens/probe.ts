/** A fault of the layout of a page: `kind` and a description of the element, with numbers in px. */
export type Fault = {
  kind:
    | 'covered'
    | 'broken word'
    | 'cut text'
    | 'too wide'
    | 'sideways scroll'
    | 'hidden columns'
    | 'small target'
    | 'stylesheet'
  what: string
}

/**
 * Checks the dialog on top, or else the whole page. Runs inside the page, so it uses nothing from outside.
 * `minTarget`: the minimum side of a touch target, px; 0 for a mouse.
 */
export function probeLayout({ minTarget }: { minTarget: number }): Fault[] {
  const faults: Fault[] = []
  const controls =
    'a[href],button,input:not([type=hidden]):not([type=file]),select,textarea,[role=tab],[role=switch],[role=menuitem],[role=option],[contenteditable=true]'
  const clipping = /hidden|clip|auto|scroll/

  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    element.getBoundingClientRect().height > 1
  const dialogs = [...document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu]')].filter(
    isSeen,
  )
  const scope = dialogs.at(-1) ?? document.body
  const shorten = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 60)
  const labelOf = (element: Element) => {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return labels.find((label) => isSeen(label))
  }
  const describe = (element: Element) => {
    const name =
      element.getAttribute('aria-label') ?? (labelOf(element)?.textContent || element.textContent) ?? ''
    const kind = element.getAttribute('role') ?? element.tagName.toLowerCase()
    const place = element.closest('[class*="module"]')?.className ?? element.className
    const value = element instanceof HTMLInputElement ? element.value || element.placeholder : ''
    return `${kind} «${shorten(name || value)}» (${String(place).split(' ')[0]})`
  }
  const report = (kind: Fault['kind'], what: string) => {
    if (!faults.some((fault) => fault.kind === kind && fault.what === what)) faults.push({ kind, what })
  }

  const isHit = (element: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    if (element.contains(hit)) return true
    const label = hit.closest('label')
    if (label && element instanceof HTMLInputElement && [...(element.labels ?? [])].includes(label))
      return true
    // A field and the icons inside its frame are one target.
    const frame = element.closest('.mantine-Input-wrapper, [data-field-frame]')
    return (frame?.contains(hit) ?? false) && !hit.closest('button,a[href]')
  }

  /** Other places where a thumb can press a control: the area of its `::after`. */
  const placesOfPressArea = (element: Element, size: number) => {
    const { position, content } = getComputedStyle(element, '::after')
    if (content === 'none' || position !== 'absolute') return []
    let area: Element | null = element
    while (area && getComputedStyle(area).position === 'static') area = area.parentElement
    const { left, right, top, bottom } = (area ?? element).getBoundingClientRect()
    const [xs, ys] = [
      [(left + right) / 2, left + size / 2, right - size / 2],
      [(top + bottom) / 2, top + size / 2, bottom - size / 2],
    ]
    return xs.flatMap((px) => ys.map((py) => [px, py] as const))
  }

  /** The fault of a control where it is now, or null. `drawn`: what a person sees and presses of it. */
  const faultOf = (element: Element, drawn: Element, style: CSSStyleDeclaration): Fault | null => {
    const box = drawn.getBoundingClientRect()
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    // The centre of a link that wraps over two lines lies between the lines.
    const isInline = style.display === 'inline'
    if (right <= left || bottom <= top) {
      // A skip link for the keyboard enters the window when it has the focus.
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
      const { bottom: shownTo, right: shownRight } = drawn.getBoundingClientRect()
      if (element instanceof HTMLElement) element.blur()
      if (shownTo > 0 && shownRight > 0) return null
      return { kind: 'covered', what: `${describe(element)} is outside of the window` }
    }
    if (isInline) return null
    if (!isHit(element, x, y)) {
      const above = document.elementFromPoint(x, y)
      return {
        kind: 'covered',
        what: `${describe(element)} lies under ${above ? describe(above) : 'nothing'}`,
      }
    }
    if (minTarget === 0) return null
    const reach = minTarget / 2 - 0.75
    const isPressedAt = (px: number, py: number) => {
      if (px < 0 || py < 0 || px >= innerWidth || py >= innerHeight) return true
      if (isHit(element, px, py)) return true
      const hit = document.elementFromPoint(px, py)
      // The link of a card or row that opens the same page when pressed anywhere.
      if (!hit || element.tagName !== 'A' || hit.closest('a[href],button')) return false
      let around: Element | null = hit
      while (around && !around.contains(element)) around = around.parentElement
      return around !== null && getComputedStyle(around).cursor === 'pointer'
    }
    const isRoomy = ([cx, cy]: readonly [number, number], { width, height }: DOMRect) =>
      (height >= minTarget - 0.5 || (isPressedAt(cx, cy - reach) && isPressedAt(cx, cy + reach))) &&
      (width >= minTarget - 0.5 || (isPressedAt(cx - reach, cy) && isPressedAt(cx + reach, cy)))
    const label = labelOf(element)?.getBoundingClientRect()
    const labelCentre = label && ([(label.left + label.right) / 2, (label.top + label.bottom) / 2] as const)
    const isLarge =
      isRoomy([x, y], box) ||
      // By its own size, because the browser rounds the places between labels that touch each other.
      (label && labelCentre && isHit(element, ...labelCentre) && isRoomy(labelCentre, label)) ||
      placesOfPressArea(element, minTarget).some((place) => isHit(element, ...place) && isRoomy(place, box))
    const size = `${Math.round(box.width)} × ${Math.round(box.height)}`
    return isLarge ? null : { kind: 'small target', what: `${describe(element)} is ${size}` }
  }

  /** Whether all of it is in the window, with a margin in which a thumb can press. */
  const isWhole = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const [farthest, lowest] = [innerWidth - minTarget, innerHeight - minTarget]
    return left >= minTarget && top >= minTarget && right <= farthest && bottom <= lowest
  }

  const checkControl = (element: Element) => {
    const style = getComputedStyle(element)
    if (style.pointerEvents === 'none') return
    // A checkbox that its label draws is pressed on the label.
    const drawn = isSeen(element) ? element : labelOf(element)
    if (!drawn) return
    // A scroll takes longer than the check itself, so a control without a fault is not scrolled to.
    if (isWhole(drawn) && faultOf(element, drawn, style) === null) return
    drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const fault = faultOf(element, drawn, style)
    if (fault) report(fault.kind, fault.what)
  }

  const holdsWhole = (element: Element, text: string) => {
    const whole = shorten(text)
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const told = `${at.getAttribute('title') ?? ''} ${at.getAttribute('aria-label') ?? ''}`
      if (shorten(told.replace(/^\s+/, '')).includes(whole) || told.replace(/\s+/g, ' ').includes(whole))
        return true
    }
    return false
  }

  /** A text that is wider than its box covers its neighbours. */
  const checkRoom = (element: Element, text: string, box: DOMRect) => {
    let block: Element | null = element
    while (block && /^inline$|contents/.test(getComputedStyle(block).display)) block = block.parentElement
    const cell = block?.parentElement
    if (!block || !cell || getComputedStyle(cell).overflowX !== 'visible') return
    if (/absolute|fixed/.test(getComputedStyle(block).position)) return
    const { right, width } = cell.getBoundingClientRect()
    // A preserved space at the end of a line overflows it and is invisible.
    const hanging = getComputedStyle(block).whiteSpace.startsWith('pre') ? 8 : 1.5
    if (
      width > 0 &&
      box.right > right + hanging &&
      box.width > width &&
      getComputedStyle(block).overflowX === 'visible'
    )
      report(
        'too wide',
        `«${shorten(text)}» (${element.className}) is ${Math.round(box.width)} in ${Math.round(width)}`,
      )
  }

  const checkText = (node: Text) => {
    const element = node.parentElement
    const text = node.data
    if (!element || !/\p{L}|\p{N}/u.test(text) || !isSeen(element)) return
    if (element.closest('svg,script,style,noscript,textarea,[aria-hidden=true]')) return
    const style = getComputedStyle(element)
    // Text only for screen readers.
    for (let at: Element | null = element; at; at = at.parentElement)
      if (getComputedStyle(at).clipPath.startsWith('inset(50%')) return
    if (style.clip !== 'auto' || (style.position === 'absolute' && element.clientWidth <= 1)) return
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()]
    const box = range.getBoundingClientRect()
    if (lines.length > 1 && style.overflowWrap !== 'anywhere-allowed') {
      for (const match of text.matchAll(/[\p{L}\p{M}]{3,24}/gu)) {
        range.setStart(node, match.index)
        range.setEnd(node, match.index + match[0].length)
        const tops = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        )
        if (tops.size > 1) report('broken word', `«${match[0]}» of «${shorten(text)}» (${element.className})`)
      }
    }
    checkRoom(element, text, box)
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const around = getComputedStyle(at)
      if (!clipping.test(around.overflowX)) continue
      const frame = at.getBoundingClientRect()
      const isScrolled = /auto|scroll/.test(around.overflowX)
      const clampedLines =
        at === element && around.webkitLineClamp !== 'none' && at.scrollHeight > at.clientHeight + 2
      const isCut = box.right > frame.right + 1.5 || box.left < frame.left - 1.5 || clampedLines
      if (isCut && !isScrolled && !holdsWhole(element, text)) {
        report(
          'cut text',
          `«${shorten(text)}» (${element.className || at.className}), ${Math.round(frame.width)} wide`,
        )
      }
      break
    }
  }

  const pen = document.createElement('canvas').getContext('2d')
  const checkField = (field: HTMLInputElement) => {
    if (!isSeen(field) || !pen || /checkbox|radio|range|color|file/.test(field.type)) return
    const style = getComputedStyle(field)
    pen.font = style.font
    const shown = field.value || field.placeholder
    // A field in which the user types can also scroll.
    if (field.value && !field.readOnly) return
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    if (pen.measureText(shown).width > room + 1.5 && !holdsWhole(field, shown)) {
      report(
        'cut text',
        `«${shorten(shown)}» in a field (${field.className.split(' ')[0]}), ${Math.round(room)} wide`,
      )
    }
  }

  for (const frame of [document.documentElement, ...dialogs]) {
    const { scrollWidth, clientWidth } = frame
    if (scrollWidth > clientWidth)
      report('sideways scroll', `${frame.tagName}: ${scrollWidth} in ${clientWidth}`)
  }
  // A table leaves out columns that do not fit, because a person does not notice what is beyond the edge.
  for (const frame of scope.querySelectorAll(':has(> table)')) {
    const { scrollWidth, clientWidth } = frame
    if (/auto|scroll/.test(getComputedStyle(frame).overflowX) && scrollWidth > clientWidth + 1)
      report('hidden columns', `${frame.className}: ${scrollWidth} in ${clientWidth}`)
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    if (!link.sheet) report('stylesheet', `${link.href} is not there`)
  }
  const scrolled = [...document.querySelectorAll('*')]
    .filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth || scrollHeight > clientHeight,
    )
    .map((element) => [element, element.scrollLeft, element.scrollTop] as const)
  const texts = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  // The filter shows text nodes only.
  for (let node = texts.nextNode(); node; node = texts.nextNode()) checkText(node as Text)
  for (const field of scope.querySelectorAll('input')) checkField(field)
  const found = [...scope.querySelectorAll(controls)].slice(0, 400)
  for (const control of found) checkControl(control)
  for (const [element, left, top] of scrolled) element.scrollTo({ left, top, behavior: 'instant' })
  return faults
}
