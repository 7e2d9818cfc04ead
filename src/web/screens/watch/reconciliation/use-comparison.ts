import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#web/data/error-message.ts'
import { compareEntries } from './compare-log.ts'
import { keptReport } from './kept-report.ts'
import type { LogQuestion } from './log-questions.tsx'
import { logQuestions } from './questions.ts'
import { type LogAnswers, LogRefused, readFile } from './read-file.ts'
import type { Report } from './report.ts'

type Step =
  | { kind: 'start'; trouble?: string; retry?: () => void }
  | { kind: 'busy'; fileName: string; doing: string; done: number | undefined }
  | {
      kind: 'asking'
      file: File
      answers: LogAnswers
      preview: readonly (readonly string[])[]
      questions: readonly LogQuestion[]
    }
  | { kind: 'report'; report: Report }

/** Leads from a file to its report. Starting over, or leaving, aborts the work in progress. */
export function useComparison() {
  const queryClient = useQueryClient()
  const { data: report } = useQuery(keptReport)
  const [step, setStep] = useState<Exclude<Step, { kind: 'report' }>>({ kind: 'start' })
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const begin = (): AbortSignal => {
    underWay.current?.abort()
    underWay.current = new AbortController()
    queryClient.setQueryData(keptReport.queryKey, null)
    return underWay.current.signal
  }
  const attempt = async (work: (signal: AbortSignal) => Promise<void>) => {
    const signal = begin()
    try {
      await work(signal)
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof LogRefused
      setStep({
        kind: 'start',
        trouble: isRefused ? error.message : errorMessage(error),
        ...(!isRefused && { retry: () => void attempt(work) }),
      })
    }
  }
  const busy = (fileName: string, doing: string) => (done?: number) =>
    setStep({ kind: 'busy', fileName, doing, done })

  const compare = async (file: File, answers: LogAnswers, signal: AbortSignal) => {
    const onProgress = busy(file.name, 'Leyendo el registro…')
    onProgress(0)
    const read = await readFile(file, answers, { onProgress, signal })
    if (signal.aborted) return
    if (read.kind === 'asks') {
      const questions = logQuestions(read.log, answers)
      setStep({ kind: 'asking', file, answers, preview: read.preview, questions })
      return
    }
    busy(file.name, 'Comparando con tu historial…')()
    const made = await compareEntries(file.name, read, signal)
    if (signal.aborted) return
    queryClient.setQueryData(keptReport.queryKey, made)
    setStep({ kind: 'start' })
  }

  return {
    step: report ? ({ kind: 'report', report } as const) : step,
    choose: (file: File) => void attempt(signal => compare(file, {}, signal)),
    answer: (given: LogAnswers) => {
      if (step.kind !== 'asking') return
      const { file, answers } = step
      void attempt(signal => compare(file, { ...answers, ...given }, signal))
    },
    reset: () => {
      begin()
      setStep({ kind: 'start' })
    },
  }
}
