import type * as z from 'zod/mini'
import type { ConductPreset } from '#contract/teaching/conduct/conduct-kinds.ts'

const nth = ['الأولى', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة']

/**
 * Only levels, without points or measures. The sources say only how many levels there are; each school writes what belongs to
 * them.
 */
const levels = (count: number, source: string) =>
  nth.slice(0, count).map((ordinal, at) => ({
    kindName: `مخالفة من الدرجة ${ordinal}`,
    isMerit: false,
    level: at + 1,
    points: 0,
    measures: [],
    parentsSee: false,
    source,
  }))

/** Levels of breaches, as ministries published them, with their source. They do not apply until a school saves them. */
export const conductPresets: z.output<typeof ConductPreset>[] = [
  { key: 'egypt', country: 'EG', collectedIn: 2026, kinds: levels(4, 'egyxam 10443; elbalad 6697984') },
  { key: 'saudi', country: 'SA', collectedIn: 2026, kinds: levels(6, 'okaz 2215298') },
]
