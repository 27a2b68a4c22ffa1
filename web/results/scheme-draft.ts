import type * as z from 'zod/mini'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { resultSchemes, SchemePreset } from '#contract/results/schemes.ts'

export type Scheme = OutputOf<typeof resultSchemes.list>[number]

export type SchemeInEditor = Omit<InputOf<typeof resultSchemes.save>, 'schoolId' | 'parts' | 'bands'> & {
  parts: Scheme['parts'] extends (infer Part)[] ? (Omit<Part, 'id'> & { id: string | null })[] : never
  bands: Scheme['bands']
}

export const blankScheme: SchemeInEditor = {
  name: '',
  parts: [],
  bands: [],
  rounding: 'none',
  secondRoundCap: null,
  gracePerCourse: 0,
  graceInAll: 0,
}

/** A scheme as it is edited. A preset becomes a new one. */
export const schemeDraftOf = (scheme: Scheme | z.output<typeof SchemePreset>): SchemeInEditor => ({
  ...('version' in scheme && { id: scheme.id, baseVersion: scheme.version }),
  name: scheme.name,
  source: scheme.source,
  parts: scheme.parts,
  bands: scheme.bands,
  rounding: scheme.rounding,
  secondRoundCap: scheme.secondRoundCap,
  gracePerCourse: scheme.gracePerCourse,
  graceInAll: scheme.graceInAll,
})
