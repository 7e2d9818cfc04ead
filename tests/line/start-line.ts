import { onTestFinished } from 'vitest'
import { signUp, type Trader } from '../support/trader.ts'
import { startVirtualApp, type VirtualApp } from '../support/virtual-app.ts'

export type Line = { stage: VirtualApp; trader: Trader; templateId: string }

/**
 * An app in virtual time until the test ends, with an account and a template.
 * @param content the template's
 * @param app its settings and parts
 */
export async function startLine(
  content: string,
  ...app: Parameters<typeof startVirtualApp>
): Promise<Line> {
  const stage = await startVirtualApp(...app)
  onTestFinished(() => stage[Symbol.asyncDispose]())
  const trader = await signUp(stage)
  const { id: templateId } = await trader.api.templates.create({ name: 'N', content })
  return { stage, trader, templateId }
}
