import { linter } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCircleX, IconHistory } from '@tabler/icons-react'
import { type ReactNode, type Ref, useDeferredValue } from 'react'
import { formatNumber } from '#shared/format.ts'
import { Ago } from '#web/parts/ago.tsx'
import { CodeEditor, type CodeEditorHandle } from '#web/ui/code-editor/code-editor.tsx'
import { jsonLanguage } from '#web/ui/code-editor/json-language.ts'
import text from '#web/ui/text.module.css'
import { tip } from '#web/ui/tips.tsx'
import { readSample, sampleFault } from './sample.ts'
import classes from './sample-editor.module.css'
import type { RecentAlert } from './use-alert-draft.ts'

const LINT_DELAY_MS = 300

/** Language of the sample: JSON; underlines the line of its first fault. */
const sampleLanguage: Extension[] = [
  jsonLanguage,
  linter(
    ({ state: { doc } }) => {
      const fault = sampleFault(doc.toString())
      if (!fault) return []
      const { from, to } = doc.lineAt(fault.at)
      return [{ from, to, severity: 'error', message: fault.message }]
    },
    { delay: LINT_DELAY_MS },
  ),
]

interface SampleEditorProps {
  value: string
  onChange: (text: string) => void
  error: ReactNode
  /** Newest first; undefined until they have arrived. */
  alerts: (RecentAlert & { alertId: string })[] | undefined
  onPick: (alert: RecentAlert) => void
  ref: Ref<CodeEditorHandle>
}

/** Sample that fills the preview: JSON to write, or the payload of a real alert. */
export function SampleEditor({ value, alerts, onPick, ...rest }: SampleEditorProps) {
  return (
    <div>
      <CodeEditor
        {...rest}
        label="JSON de ejemplo"
        description={<SampleMark sample={value} />}
        action={<RecentAlertMenu alerts={alerts} onPick={onPick} />}
        lineNumbers
        minLines={7}
        maxLines={12}
        extensions={sampleLanguage}
        value={value}
      />
      <SampleFaultLine sample={useDeferredValue(value)} />
    </div>
  )
}

/** Takes the payload of a recent alert as the sample. */
function RecentAlertMenu({ alerts, onPick }: Pick<SampleEditorProps, 'alerts' | 'onPick'>) {
  const lacking = !alerts?.length
  const why = alerts ? 'Aún no ha llegado ninguna alerta' : 'Buscando alertas…'
  return (
    <Menu position="bottom-end" disabled={lacking}>
      <Menu.Target>
        <Button
          {...tip(lacking ? why : null)}
          className={classes.target}
          variant="subtle"
          size="xs"
          leftSection={<IconHistory />}
          rightSection={<IconChevronDown />}
          data-disabled={lacking}
          aria-disabled={lacking}
        >
          Usar una alerta reciente
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.alerts}>
        {alerts?.map(alert => (
          <Menu.Item key={alert.alertId} onClick={() => onPick(alert)}>
            <span className={`${classes.name} ${text.line}`}>{alert.alertName}</span>
            <span className={`${classes.origin} ${text.line} ${text.quiet}`}>
              {alert.connectionName} · <Ago instant={alert.timestamp} />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Says whether the sample is valid; null if it is empty. */
function SampleMark({ sample }: { sample: string }) {
  if (sample.trim() === '') return null
  const valid = readSample(sample) !== undefined
  return (
    <span className={classes.mark} data-valid={valid}>
      {valid ? <IconCheck /> : <IconCircleX />}
      {valid ? 'JSON válido' : 'JSON inválido'}
    </span>
  )
}

/** Fault underlined in the sample, in words, for readers who cannot point at it. */
function SampleFaultLine({ sample }: { sample: string }) {
  const fault = sampleFault(sample)
  return (
    <div className={classes.fault} role="status">
      {fault && (
        <p>
          <b>Línea {formatNumber(sample.slice(0, fault.at).split('\n').length)}:</b> {fault.message}
        </p>
      )}
    </div>
  )
}
