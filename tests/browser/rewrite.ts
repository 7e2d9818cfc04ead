import type { Locator } from '@playwright/test'

/**
 * Puts a text in place of all that a code editor holds. Playwright's `fill` selects behind the
 * editor's back, which puts its own selection there again if it draws before it hears of that.
 */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a')
  if (text === '') await editor.press('Delete')
  else await editor.page().keyboard.insertText(text)
}
