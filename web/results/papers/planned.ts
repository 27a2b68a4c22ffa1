import type { OutputOf } from '#contract/language/operation.ts'
import { certificateKinds, kindsForLeavers, paperKinds, resultKinds } from '#contract/results/papers/content.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { isChosen, named, type Ticked } from './for-whom.ts'
import { formerLeavers } from './leavers.ts'
import { termsOfCards } from './terms.ts'

export const printedKinds = [...paperKinds, 'classList'] as const
export type PrintedKind = (typeof printedKinds)[number]

export type PaperPlan = OutputOf<typeof papers.plan>

/** In the place of a class: everybody who left. */
export const leavers = 'leavers'

type Chosen = { kind: PrintedKind; classId: string | null; termId: string | null; text: string }

/** For whom a paper can be issued: of a class, of a term, or of those who left; and what the server plans for them. */
export function usePlanned(schoolId: string, { kind, classId, termId, text }: Chosen) {
  const isOfTerm = resultKinds.some((one) => one === kind)
  const hasLeavers = kindsForLeavers.some((one) => one === kind)
  const { data: terms } = useRead(papers.terms, { schoolId }, { enabled: isOfTerm })
  const { listed, term } = termsOfCards(kind, terms ?? [], termId)
  const ofClass = kind === 'leaving' || classId === leavers ? null : classId
  const isOfLeavers = hasLeavers && (kind === 'leaving' || classId === leavers)
  const isReady = (ofClass !== null || isOfLeavers) && (!isOfTerm || term !== undefined)
  const input = {
    schoolId,
    kind: kind === 'classList' ? ('enrolment' as const) : kind,
    ...(ofClass && { classRoomId: ofClass }),
    ...(isOfTerm && term && { termId: term.termId }),
    ...(isOfLeavers && text.trim() && { text: text.trim() }),
  }
  const plan = useRead(papers.plan, input, { enabled: isReady })
  const rows = isReady && !plan.isPlaceholderData ? plan.data?.students : undefined
  return { isOfTerm, hasLeavers, terms, listed, term, ofClass, isOfLeavers, isReady, input, plan, rows }
}

export type PlannedPapers = ReturnType<typeof usePlanned>

type Narrowing = { school: OwnSchool; kind: PrintedKind; ticked: Ticked; text: string }

/** Which students of a plan are shown, and who of them gets the paper. */
export function chosenIn({ rows = [], isOfLeavers, input }: PlannedPapers, { school, kind, ticked, text }: Narrowing) {
  const former = formerLeavers(isOfLeavers ? rows : [], todayIn(school.timeZone))
  const isCertificate = certificateKinds.some((one) => one === kind)
  const chosenOf = (all: PaperPlan['students']) => all.filter((row) => isChosen(input.kind, row, { ticked, former }))
  const chosen = chosenOf(rows)
  const searches = isCertificate && !isOfLeavers && rows.length > 1
  return {
    chosenOf,
    chosen,
    searches,
    shown: searches ? named(rows, text) : rows,
    toPrint: kind === 'classList' ? rows.length : chosen.length,
    hasFormer: !isCertificate && former.size > 0,
  }
}
