import { demo, type DemoPeople } from '#contract/platform/identity/demo.ts'
import { implement } from '#server/call/implement.ts'
import type { output } from 'zod/mini'

export type PeopleOfDemo = output<typeof DemoPeople>

type Needs = { demo: PeopleOfDemo | null }

export const demoOperations = implement(demo, ({ demo: loaded }: Needs) => ({
  people: async () => loaded ?? { password: null, people: [] },
}))
