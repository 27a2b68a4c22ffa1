import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Amount, Bool, FullMark, Id, Int, List, Mark, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'

/** The most levels of breaches; ministries have four or six. */
export const levelsAtMost = 6

/**
 * A kind of conduct that a school records: a breach with its level, or a merit. `points` lower the conduct mark for a breach and raise it
 * for a merit. `measures` are offered to the person who records. `parentsSee`: parents see it at once; all other kinds need a decision
 * first.
 */
export const KindDraft = z.strictObject({
  id: optional(Id),
  kindName: NameOf(1, 200),
  isMerit: Bool,
  level: optional(Int(1, levelsAtMost)),
  points: Amount(0, 100),
  measures: List(NameOf(1, 200), 0, 10),
  parentsSee: Bool,
  source: optional(Text(0, 300)),
})

const kindShape = {
  kindName: z.string(),
  isMerit: z.boolean(),
  level: z.nullable(z.number()),
  points: z.number(),
  measures: z.array(z.string()),
  parentsSee: z.boolean(),
  source: z.nullable(z.string()),
}

export const ConductKind = z.object({ id: z.string(), ...kindShape, version: z.number() })

/** `fullMark` null: the school has no conduct mark. `startsAt`: the mark at the start of a term. */
export const ConductKinds = z.object({
  schoolId: z.string(),
  fullMark: z.nullable(z.number()),
  startsAt: z.nullable(z.number()),
  kinds: z.array(ConductKind),
  version: z.number(),
  may: z.object({ counsellorNotes: z.boolean(), decide: z.boolean() }),
})

/** Levels of a ministry as they were collected. They apply only after a school saves them. */
export const ConductPreset = z.object({
  key: z.string(),
  country: z.enum(['EG', 'SA']),
  collectedIn: z.number(),
  kinds: z.array(z.object(kindShape)),
})

const managing = staff('ManageConduct', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the kinds of conduct that a school records. */
export const conductKinds = {
  get: operation({
    path: 'Conduct/GetKinds',
    access: staff(['RecordConduct', 'DecideConduct', 'ManageConduct'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: ConductKinds,
  }),

  presets: operation({
    path: 'Conduct/GetPresets',
    access: managing,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(ConductPreset),
  }),

  /** Saves all kinds together; those not listed are removed, and records of them stay. */
  save: operation({
    path: 'Conduct/SaveKinds',
    access: managing,
    input: z.strictObject({
      schoolId: Id,
      fullMark: optional(FullMark),
      startsAt: optional(Mark),
      kinds: List(KindDraft, 0, 100),
      baseVersion: optional(Int(1, 1_000_000)),
    }),
    output: ConductKinds,
    writes: true,
  }),
}
