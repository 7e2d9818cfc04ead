import type { DocsSection } from '../docs-topic.ts'
import { arrivalQuestions } from './arrival-questions.tsx'
import { chatQuestions } from './chat-questions.tsx'
import { messageQuestions } from './message-questions.tsx'
import { webhookQuestions } from './webhook-questions.tsx'

export const questionsSection: DocsSection = {
  slug: 'preguntas',
  title: 'Preguntas frecuentes',
  content: <p>Si algo no sale como esperabas, empieza por aquí.</p>,
  questions: [...arrivalQuestions, ...messageQuestions, ...webhookQuestions, ...chatQuestions],
}
