import { Button, Text } from '@mantine/core'
import { IconStethoscope } from '@tabler/icons-react'
import { useState } from 'react'
import { diagnosisSummary, type FindingGroup } from '#shared/model/diagnosis.ts'
import { client } from '#web/data/client.ts'
import { errorMessage } from '#web/data/error-message.ts'
import { useAction } from '#web/data/use-action.ts'
import { Notice } from '#web/ui/notice.tsx'
import rows from '#web/ui/rows.module.css'
import { SectionCard } from '#web/ui/section-card.tsx'
import classes from './diagnosis-card.module.css'
import { FindingRow } from './finding-row.tsx'

/** Checks on request whether webhooks can arrive and alerts can be sent. */
export function DiagnosisCard() {
  // Kept during a new check, so that the layout does not jump.
  const [found, setFound] = useState<FindingGroup[]>()
  const { start, isPending, error } = useAction({
    call: (_, signal) => client.diagnosis.read(undefined, { signal }),
    onSuccess: setFound,
    onError: () => setFound(undefined),
  })
  const summary = isPending ? 'Comprobando…' : found && diagnosisSummary(found)
  return (
    <SectionCard flush title="Diagnóstico">
      <div className={classes.intro}>
        <Text c="dimmed">
          Comprueba que TradingView puede llegar, que Telegram responde y que tus bots pueden
          escribir en sus chats. No envía ningún mensaje.
        </Text>
        <Button
          className={classes.action}
          leftSection={<IconStethoscope />}
          loading={isPending}
          onClick={() => void start()}
        >
          Comprobar
        </Button>
        {error && !isPending && <Notice>{errorMessage(error)}</Notice>}
      </div>
      <div role="status">{summary && <p className={classes.summary}>{summary}</p>}</div>
      <div aria-busy={isPending}>
        {found?.map(group => (
          <Group key={group.title} group={group} />
        ))}
      </div>
    </SectionCard>
  )
}

const Group = ({ group: { title, findings } }: { group: FindingGroup }) => (
  <section aria-label={title}>
    <h3 className={classes.title}>{title}</h3>
    <ul className={rows.rows}>
      {findings.map(finding => (
        <FindingRow
          key={[finding.what, finding.detail, finding.connectionId].join()}
          finding={finding}
        />
      ))}
    </ul>
  </section>
)
