import { Button, Card } from '@mantine/core'
import { useState } from 'react'
import { Select } from '#web/ui/select.tsx'
import classes from './log-questions.module.css'

/** Question about a log that only its owner can answer. */
export interface LogQuestion {
  /** Key of the answer. */
  field: string
  label: string
  /** Reason for the question, or its effect. */
  description?: string
  options: readonly { value: string; label: string }[]
  /** Most likely answer. */
  suggested?: string | undefined
}

interface LogQuestionsProps {
  fileName: string
  questions: readonly LogQuestion[]
  /** First lines of the file, in which the answers can be looked up. */
  rows: readonly (readonly string[])[]
  onAnswer: (answers: Record<string, string>) => void
  onCancel: () => void
}

/** Asks for facts that the log does not state, beside its first rows. */
export function LogQuestions({ fileName, questions, rows, onAnswer, onCancel }: LogQuestionsProps) {
  const [answers, setAnswers] = useState(() => suggestedAnswers(questions))
  const [isSent, setSent] = useState(false)
  const missing = questions.filter(({ field }) => !answers[field])
  return (
    <Card component="section" className={classes.card} aria-label="Preguntas sobre el registro">
      <div>
        <h2 className={classes.title}>Antes de comparar, lo que el archivo no dice</h2>
        <p className={classes.file}>{fileName}</p>
      </div>
      <form
        className={classes.form}
        onSubmit={event => {
          event.preventDefault()
          setSent(true)
          if (missing.length === 0) onAnswer(answers)
          else
            event.currentTarget
              .querySelector<HTMLInputElement>(`[name="${missing[0]?.field}"]`)
              ?.focus()
        }}
      >
        {questions.map(({ field, label, description, options }) => (
          <Select
            key={field}
            name={field}
            label={label}
            description={description}
            searchable={options.length > 12}
            placeholder="Elige"
            data={[...options]}
            value={answers[field] ?? null}
            error={isSent && !answers[field] ? 'Elige una de las opciones.' : undefined}
            onChange={value => setAnswers(known => ({ ...known, [field]: value ?? '' }))}
          />
        ))}
        <div className={classes.buttons}>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button type="submit" variant="filled">
            Comparar
          </Button>
        </div>
      </form>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may have to be scrolled by keys */}
      <section className={classes.preview} tabIndex={0} aria-label="Primeras filas del archivo">
        <table className={classes.table}>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move
              <tr key={row}>
                {cells.map((cell, nth) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor do these
                  <td key={nth}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}

const suggestedAnswers = (questions: readonly LogQuestion[]): Record<string, string> =>
  Object.fromEntries(questions.map(({ field, suggested }) => [field, suggested ?? '']))
