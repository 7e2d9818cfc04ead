import type { Page } from '@playwright/test'

/**
 * Words and controls of the topmost dialog, or of the page, that are cut off or outside the window, and elements
 * that have to be scrolled sideways. Measured two frames later, once resize listeners have drawn. Code may be wider.
 */
export const clippedOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
    const [SLACK, CODE, CONTROLS] = [1, 'pre, code, .cm-editor', 'button, a, input, textarea, svg']
    const root = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body
    const found = new Set<string>()

    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest(CODE) &&
      outwards(element).every(one => getComputedStyle(one).clipPath === 'none') &&
      outwards(element).every(one => getComputedStyle(one).clip === 'auto')

    const look = (element: Element, what: string, rects: Iterable<DOMRect>) => {
      for (const rect of rects) {
        const by = rect.width > 0 && cutterOf(element, rect)
        if (by) found.add(`${what} in ${nameOf(element)} is cut off by ${nameOf(by)}`)
      }
    }

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      const words = text.textContent?.trim()
      if (!words || !element || !isShown(element)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      look(element, `«${words}»`, range.getClientRects())
    }
    for (const control of root.querySelectorAll(CONTROLS))
      if (isShown(control)) look(control, 'a control', [control.getBoundingClientRect()])
    for (const element of [document.documentElement, ...root.querySelectorAll('*')]) {
      const isPage = element === document.documentElement
      const isWide = element.scrollWidth > element.clientWidth + SLACK
      if (isWide && (isPage || scrolls(getComputedStyle(element).overflowX)) && isShown(element))
        found.add(`${nameOf(element)} has to be scrolled sideways`)
    }
    return [...found]

    /** The element that cuts off `rect`, or null. Parts that can be scrolled to are not cut off. */
    function cutterOf(element: Element, rect: DOMRect): Element | null {
      let [byX, byY] = [true, true]
      for (const one of outwards(element)) {
        if (one === document.body) break
        const { overflowX, overflowY, position, maskImage } = getComputedStyle(one)
        // A fading edge shows by itself that there is more.
        if (maskImage !== 'none') return null
        const box = one.getBoundingClientRect()
        byX &&= !scrolls(overflowX)
        byY &&= !scrolls(overflowY)
        const isCutX = rect.left < box.left - SLACK || rect.right > box.right + SLACK
        const isCutY = rect.top < box.top - SLACK || rect.bottom > box.bottom + SLACK
        if (byX && overflowX !== 'visible' && isCutX) return one
        if (byY && overflowY !== 'visible' && isCutY) return one
        if (position === 'fixed') break
      }
      const isOutside = rect.left < -SLACK || rect.right > innerWidth + SLACK
      return byX && isOutside ? document.documentElement : null
    }

    function outwards(element: Element): Element[] {
      return element.parentElement ? [element, ...outwards(element.parentElement)] : [element]
    }

    function scrolls(overflow: string): boolean {
      return overflow === 'auto' || overflow === 'scroll'
    }

    function nameOf(element: Element): string {
      return [element.tagName.toLowerCase(), ...element.classList].slice(0, 2).join('.')
    }
  })
