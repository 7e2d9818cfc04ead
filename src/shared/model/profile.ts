import { z } from 'zod'

export const profileSchema = z.object({
  email: z.string(),
  name: z.string(),
  initialSetupComplete: z.boolean(),
  /** Deliveries are simulated on this installation, and the interface has to say so. */
  simulated: z.boolean(),
})
export type Profile = z.infer<typeof profileSchema>
