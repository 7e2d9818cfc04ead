import type { Page } from '@playwright/test'

/** Size that a finger needs, in pixels. */
const LEAST = 44

/**
 * Controls of the topmost dialog or menu, or of the page, that a finger would miss: the square of 44 pixels
 * around their middle is not all their own. Links within a sentence and editors are exempt.
 */
export const smallTargetsOn = (page: Page): Promise<string[]> =>
  page.evaluate(least => {
    const controls =
      'a[href], button, input, select, textarea, summary, [role="button"], [role="option"], [role="menuitem"], [role="tab"]'
    const root =
      [...document.querySelectorAll('[role="dialog"], [role="menu"]')].at(-1) ?? document.body
    // Half a pixel is lost at a fractional position.
    const reach = least / 2 - 1
    const found = new Set<string>()
    for (const control of root.querySelectorAll<HTMLElement>(controls)) {
      if (!isShown(control) || isInSentence(control) || control.closest('.cm-editor')) continue
      const box = placeOf(control)
      const isLarge = box.width >= least && box.height >= least
      if (isLarge) continue
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { left, right, top, bottom } = placeOf(control)
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      const points = [
        [x, y - reach],
        [x, y + reach],
        [x - reach, y],
        [x + reach, y],
      ] as const
      const missed = points.filter(([px, py]) => !isOwn(control, document.elementFromPoint(px, py)))
      if (missed.length > 0)
        found.add(
          `«${nameOf(control)}» (${control.tagName.toLowerCase()}.${control.classList[control.classList.length - 1] ?? ''}) is ${Math.round(box.width)} × ${Math.round(box.height)}`,
        )
    }
    return [...found]

    function isShown(element: HTMLElement): boolean {
      if (element.matches(':disabled, [aria-hidden="true"], [type="hidden"], [inert] *'))
        return false
      if (!element.checkVisibility({ opacityProperty: false, visibilityProperty: true }))
        return false
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { clipPath, clip } = getComputedStyle(one)
        if (clipPath !== 'none' || clip !== 'auto') return false
      }
      return element.getClientRects().length > 0
    }

    /** Area that can be pressed: the control with its label, or the box around a field. */
    function placeOf(control: HTMLElement): DOMRect {
      const field = control.parentElement?.closest('.mantine-Input-input') ?? control
      const own = field.getBoundingClientRect()
      if (!(control instanceof HTMLInputElement) || !/checkbox|radio/.test(control.type)) return own
      const label = control.labels?.[0]?.getBoundingClientRect() ?? own
      const [left, top] = [Math.min(own.left, label.left), Math.min(own.top, label.top)]
      return new DOMRect(
        left,
        top,
        Math.max(own.right, label.right) - left,
        Math.max(own.bottom, label.bottom) - top,
      )
    }

    function isOwn(control: HTMLElement, hit: Element | null): boolean {
      if (!hit) return false
      if (control.contains(hit) || control.closest('.mantine-Input-input')?.contains(hit))
        return true
      const label = hit.closest('label')
      return label !== null && (label.contains(control) || label.control === control)
    }

    function isInSentence(control: HTMLElement): boolean {
      if (getComputedStyle(control).display !== 'inline') return false
      return [...(control.parentElement?.childNodes ?? [])].some(
        node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    }

    function nameOf(control: HTMLElement): string {
      return (
        control.getAttribute('aria-label') ||
        control.textContent?.trim() ||
        (control as HTMLInputElement).labels?.[0]?.textContent?.trim() ||
        (control as HTMLInputElement).placeholder ||
        ''
      ).slice(0, 40)
    }
  }, LEAST)
