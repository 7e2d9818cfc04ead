import type { Locator } from '@playwright/test'

/**
 * Replaces the whole text of a code editor. Playwright's `fill` selects without the editor's
 * knowledge, and the editor restores its own selection if it draws before it notices.
 */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a')
  if (text === '') await editor.press('Delete')
  else await editor.page().keyboard.insertText(text)
}
