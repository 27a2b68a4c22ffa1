import type * as z from 'zod/mini'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { resultSchemes, SchemePreset } from '#contract/results/results/schemes.ts'
import { differingLines } from '#web/records/unsaved-edit.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Difference } from '#web/ui/TwoVersions.tsx'

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

/** My version of a scheme made from theirs. A part that they removed is made anew: its id is no more. */
export const madeFrom = (mine: SchemeInEditor, theirs: SchemeInEditor): SchemeInEditor => ({
  ...mine,
  baseVersion: theirs.baseVersion,
  parts: mine.parts.map((part) => (theirs.parts.some(({ id }) => id === part.id) ? part : { ...part, id: null })),
})

type InWords = { t: (key: string) => string }

/** Both names: either may be what differs. */
const namesOf = ({ name, nameAr }: { name: string; nameAr: string }) =>
  [...new Set([name, nameAr])].filter(Boolean).map(isolated).join(' / ')

/** Where two versions of a scheme differ, field by field and line by line. */
export function schemeDifferences(mine: SchemeInEditor, theirs: SchemeInEditor, { t }: InWords): Difference[] {
  const fields = [
    ['name', (one: SchemeInEditor) => one.name],
    ['source', (one: SchemeInEditor) => one.source ?? ''],
    ['rounding', (one: SchemeInEditor) => t(`results.rounding.${one.rounding}`)],
    ['cap', (one: SchemeInEditor) => String(one.secondRoundCap ?? '')],
    ['graceEach', (one: SchemeInEditor) => String(one.gracePerCourse)],
    ['graceAll', (one: SchemeInEditor) => String(one.graceInAll)],
  ] as const
  const partInWords = (part: SchemeInEditor['parts'][number]) =>
    [
      namesOf(part),
      `${part.weight}%`,
      t(`results.source.${part.source}`),
      t(`results.mean.${part.mean}`),
      t(`results.missingCounts.${part.missing}`),
      ...(['best', 'month', 'word', 'perAbsence', 'perLate', 'minimum'] as const).flatMap((name) =>
        part[name] == null || part[name] === '' ? [] : [`${t(`results.part.${name}`)}: ${part[name]}`],
      ),
      ...(part.final ? [t('results.part.final')] : []),
    ].join(' · ')
  const bandInWords = (band: SchemeInEditor['bands'][number]) =>
    [
      namesOf(band),
      `${band.from}%`,
      band.colour,
      ...[band.says, band.saysAr].flatMap((one) => (one ? [isolated(one)] : [])),
    ].join(' · ')
  return [
    ...fields.map(([name, read]) => ({
      label: t(`results.schemes.${name}`),
      mine: read(mine),
      theirs: read(theirs),
    })),
    { label: t('results.schemes.parts'), ...differingLines(mine.parts, theirs.parts, partInWords) },
    { label: t('results.schemes.bands'), ...differingLines(mine.bands, theirs.bands, bandInWords) },
  ].filter((one) => one.mine !== one.theirs)
}
