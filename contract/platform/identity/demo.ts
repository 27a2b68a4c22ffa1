import * as z from 'zod/mini'
import { anyone } from '#contract/language/access.ts'
import { operation } from '#contract/language/operation.ts'

/** The people as whom a visitor may look around, in the order of the screen. */
const demoRoles = ['head', 'teacher', 'parent', 'supervisor', 'platform'] as const

/** The people of the demo and the password that all of them have; nobody, and no password, where no demo is loaded. */
export const DemoPeople = z.object({
  password: z.nullable(z.string()),
  people: z.array(z.object({ role: z.enum(demoRoles), phoneNumber: z.string() })),
})

export const demo = {
  /** Further operation (api.md §16): whose sign-ins the front door offers while the demo is loaded. */
  people: operation({
    path: 'Demo/GetPeople',
    access: anyone('none'),
    input: z.strictObject({}),
    output: DemoPeople,
  }),
}
