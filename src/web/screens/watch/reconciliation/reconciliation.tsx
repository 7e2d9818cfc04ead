import { Button } from '@mantine/core'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { WatchViews } from '../watch-views.tsx'
import { LogDrop } from './log-drop.tsx'
import { LogProgress } from './log-progress.tsx'
import { LogQuestions } from './log-questions.tsx'
import classes from './reconciliation.module.css'
import { ReportView } from './report-view.tsx'
import { useComparison } from './use-comparison.ts'
import { useFileDrop } from './use-file-drop.ts'
import { useRowsSearch } from './use-rows-search.ts'

/** TradingView's own log compared with the alerts that arrived. */
export function Reconciliation() {
  const { step, choose, answer, reset } = useComparison()
  const { clear } = useRowsSearch()
  const begin = (file: File) => {
    clear()
    choose(file)
  }
  const again = () => {
    clear()
    reset()
  }
  const isOver = useFileDrop(begin)
  const content = () => {
    switch (step.kind) {
      case 'report':
        return <ReportView report={step.report} onAgain={again} />
      case 'asking':
        return (
          <LogQuestions
            key={step.questions.map(({ field }) => field).join()}
            fileName={step.file.name}
            questions={step.questions}
            rows={step.preview}
            onAnswer={answer}
            onCancel={reset}
          />
        )
      case 'busy':
        return (
          <LogProgress
            fileName={step.fileName}
            doing={step.doing}
            done={step.done}
            onCancel={reset}
          />
        )
      case 'start':
        return (
          <LogDrop onFile={begin}>
            {step.trouble && (
              <Notice className={classes.trouble}>
                {step.trouble}
                {step.retry && (
                  <Button className={classes.retry} onClick={step.retry}>
                    Reintentar
                  </Button>
                )}
              </Notice>
            )}
          </LogDrop>
        )
      default:
        return step satisfies never
    }
  }
  return (
    <Page title="Conciliación" views={<WatchViews />}>
      <div className={classes.place} data-over={isOver}>
        {content()}
      </div>
    </Page>
  )
}
