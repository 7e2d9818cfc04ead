import type { Connection } from '#shared/model/connection.ts'
import type { Template } from '#shared/model/template.ts'
import { connectionLabels } from '#shared/texts/connections.ts'
import type { Difference } from '#web/parts/editing/differences.ts'
import { advancedSwitches, type ConnectionValues } from './connection-values.ts'

/** The fields of a connection, as typed and as stored. */
export function connectionDifferences(
  mine: ConnectionValues,
  theirs: Connection,
  templates: readonly Pick<Template, 'id' | 'name'>[],
): Difference[] {
  const template = (id: string) => templates.find(one => one.id === id)?.name ?? id
  const field = (label: string, mineText: string, theirsText: string): Difference => ({
    label,
    mine: mineText,
    theirs: theirsText,
  })
  return [
    field(connectionLabels.name, mine.name, theirs.name),
    // An empty token keeps the stored one.
    ...(mine.telegramBotToken === ''
      ? []
      : [
          field(
            connectionLabels.telegramBotToken,
            'El que has escrito',
            `El que termina en ${theirs.telegramBotTokenTail}`,
          ),
        ]),
    field(connectionLabels.telegramChatId, mine.telegramChatId, theirs.telegramChatId),
    field(connectionLabels.templateId, template(mine.templateId), template(theirs.templateId)),
    field(connectionLabels.description, mine.description, theirs.description),
    field(connectionLabels.tags, mine.tags.join(', '), theirs.tags.join(', ')),
    field(connectionLabels.groupBursts, yesNo(mine.groupBursts), yesNo(theirs.groupBursts)),
    field(connectionLabels.topicId, mine.topicId, theirs.topicId?.toString() ?? ''),
    field(connectionLabels.neverShown, mine.neverShown.join(', '), theirs.neverShown.join(', ')),
    ...advancedSwitches.map(({ option, isOnWhen }) =>
      field(
        connectionLabels[option],
        yesNo(mine[option] === isOnWhen),
        yesNo(theirs[option] === isOnWhen),
      ),
    ),
  ]
}

const yesNo = (isOn: boolean): string => (isOn ? 'Sí' : 'No')
