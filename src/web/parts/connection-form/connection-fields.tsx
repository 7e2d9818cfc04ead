import { Refusal } from '#web/parts/editing/edit-dialog.tsx'
import classes from './connection-fields.module.css'
import { GuidedFields } from './guided-fields.tsx'
import { TypedFields } from './typed-fields.tsx'
import type { ConnectionForm } from './use-connection-form.ts'

/** Everything between the head and the buttons of a connection form. */
export const ConnectionFields = ({ form }: { form: ConnectionForm }) => (
  <div className={classes.fields}>
    {form.isGuided ? <GuidedFields form={form} /> : <TypedFields form={form} />}
    <Refusal className={classes.wide}>{form.refusal}</Refusal>
  </div>
)
