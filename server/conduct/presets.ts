import type * as z from 'zod/mini'
import type { ConductPreset } from '#contract/conduct/conduct-kinds.ts'

const nth = ['الأولى', 'الثانية', 'الثالثة', 'الرابعة', 'الخامسة', 'السادسة']

/** Levels alone, without points or measures: the sources name how many there are, and a school writes what belongs to each. */
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

/** Levels of breaches of ministries as they were collected, with their source. None is there until a school saves it. */
export const conductPresets: z.output<typeof ConductPreset>[] = [
  { key: 'egypt', country: 'EG', collectedIn: 2026, kinds: levels(4, 'egyxam 10443; elbalad 6697984') },
  { key: 'saudi', country: 'SA', collectedIn: 2026, kinds: levels(6, 'okaz 2215298') },
]
