import type * as z from 'zod/mini'
import type { RulePreset } from '#contract/teaching/absence/rules.ts'

type Rule = z.output<typeof RulePreset>['rules'][number]

const step = (at: number, name: string, action: Rule['steps'][number]['action']) => ({ at, name, action, points: null })

const unexcused = { period: 'year', counted: 'unexcused', lateDays: null, percentOf: null } as const

const alshbaka = 'alshbaka 285487'
const light = 'light-dark t2028202'
const saudi = 'sabq hnkc0s17kg, okaz 2209611'

/**
 * Rules of ministries, collected from press and official pages, each with its source. Some contradict each other, and their text says so. A
 * school confirms the rules that it uses.
 */
export const rulePresets: z.output<typeof RulePreset>[] = [
  {
    key: 'egyptSecondary',
    country: 'EG',
    stage: 'secondary',
    collectedIn: 2026,
    contradicts: null,
    rules: [
      {
        ...unexcused,
        ruleName: 'غياب متصل',
        counts: 'running',
        source: `${light}; ${alshbaka}`,
        steps: [
          step(5, 'إنذار أول', 'letter'),
          step(10, 'إنذار ثانٍ', 'letter'),
          step(12, 'إنذار ثالث', 'letter'),
          step(15, 'عرض أمر الفصل', 'place'),
        ],
      },
      {
        ...unexcused,
        ruleName: 'غياب منفصل',
        counts: 'separate',
        source: alshbaka,
        steps: [step(30, 'عرض أمر الفصل', 'place')],
      },
    ],
  },
  {
    key: 'egyptPrimary',
    country: 'EG',
    stage: 'primaryAndPreparatory',
    collectedIn: 2026,
    contradicts: null,
    rules: [
      {
        ...unexcused,
        ruleName: 'كل عشرة أيام غياب',
        counts: 'separate',
        source: alshbaka,
        steps: [10, 20, 30, 40].map((at) => step(at, `غرامة عشرة جنيهات (${at} يومًا)`, 'letter')),
      },
    ],
  },
  {
    key: 'saudiYear',
    country: 'SA',
    stage: 'all',
    collectedIn: 2026,
    contradicts: 'sources disagree for which stage it is the year and for which the term',
    rules: [
      {
        ...unexcused,
        ruleName: 'نسبة الغياب من أيام العام',
        counts: 'percent',
        percentOf: 180,
        source: saudi,
        steps: [step(10, 'عرض أمر النقل', 'place')],
      },
    ],
  },
]
