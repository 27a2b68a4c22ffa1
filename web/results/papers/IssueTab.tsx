import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { certificateKinds, kindsForLeavers, paperKinds, resultKinds } from '#contract/results/papers/content.ts'
import { papers, studentsAtOnce } from '#contract/results/papers/papers.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { isChosen, named, newOf, type Ticked } from './for-whom.ts'
import { PaperKindChoice } from './PaperKindChoice.tsx'
import type { PaperLanguage } from './labels.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { daysOfLeaving, formerLeavers } from './leavers.ts'
import { PlannedList } from './PlannedList.tsx'
import type { Job } from './PrintJob.tsx'
import { Printing } from './Printing.tsx'
import { useTakingBack } from './TakeBack.tsx'
import { termsOfCards } from './terms.ts'

const SheetPreview = lazy(part(async () => (await import('./SheetPreview.tsx')).SheetPreview))

const nothing: Ticked = new Map()

/** In the place of a class: everybody who left. */
const leavers = 'leavers'

const kinds = [...paperKinds, 'classList'] as const
type Kind = (typeof kinds)[number]

/** Which paper, for whom, in which language; the first of them is shown as it will be. */
export function IssueTab({ school }: { school: OwnSchool }) {
  const { t, language: spoken } = useTranslation()
  const [query] = useSearchParams()
  const [kind, setKind] = useState<Kind>(kinds.find((one) => one === query.get('kind')) ?? 'enrolment')
  const [language, setLanguage] = useState<PaperLanguage>(spoken)
  const [classId, setClassId] = useState<string | null>(null)
  const [termId, setTermId] = useState<string | null>(null)
  const [ticked, setTicked] = useState<Ticked>(nothing)
  const [text, setText] = useState('')
  const [job, setJob] = useState<Job | null>(null)
  const { data: ofClasses } = useRead(classes.list, { schoolId: school.id })
  const { mutateAsync: issue } = useWrite(papers.issue)
  const takeBack = useTakingBack(school.id)
  const [busy, setBusy] = useState(false)
  const isList = kind === 'classList'
  const isOfTerm = resultKinds.some((one) => one === kind)
  const hasLeavers = kindsForLeavers.some((one) => one === kind)
  const { data: terms } = useRead(papers.terms, { schoolId: school.id }, { enabled: isOfTerm })
  const { listed, term } = termsOfCards(kind, terms ?? [], termId)
  const ofClass = kind === 'leaving' || classId === leavers ? null : classId
  const isOfLeavers = hasLeavers && ofClass === null && (kind === 'leaving' || classId === leavers)
  const isReady = (ofClass !== null || isOfLeavers) && (!isOfTerm || term !== undefined)
  const asked = {
    schoolId: school.id,
    kind: isList ? ('enrolment' as const) : kind,
    ...(ofClass && { classRoomId: ofClass }),
    ...(isOfTerm && term && { termId: term.termId }),
    ...(isOfLeavers && text.trim() && { text: text.trim() }),
  }
  const plan = useRead(papers.plan, asked, { enabled: isReady })
  const rows = isReady && !plan.isPlaceholderData ? plan.data?.students : undefined
  const former = formerLeavers(isOfLeavers ? (rows ?? []) : [], todayIn(school.timeZone))
  const isCertificate = certificateKinds.some((one) => one === kind)
  const chosenOf = (all: Plan['students']) => all.filter((row) => isChosen(asked.kind, row, { ticked, former }))
  const chosen = chosenOf(rows ?? [])
  const searches = isCertificate && !isOfLeavers && (rows?.length ?? 0) > 1
  const shown = searches ? named(rows ?? [], text) : (rows ?? [])
  const toPrint = isList ? (rows?.length ?? 0) : chosen.length

  const anew = () => {
    setTicked(nothing)
    setText('')
  }
  const turn = (next: Kind) => {
    setKind(next)
    anew()
  }

  /** What is about to be issued, as the server plans it now: others may have taken numbers since the list was read. */
  async function meaning() {
    const now = await call(papers.plan, asked)
    const planned = chosenOf(now.students)
    const [count, first] = [newOf(planned), now.nextNumber]
    const again = planned.length - count
    return [
      t('papers.issueMeans', { count, first, last: first + count - 1 }),
      ...(again > 0 ? [t('papers.printedAgain', { count: again })] : []),
    ].join(' ')
  }

  async function print() {
    setBusy(true)
    try {
      setJob(isList ? { list: await classListOf(school, ofClass!, nameOf(ofClass!)) } : { papers: await issued() })
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setBusy(false)
    }
  }

  async function issued() {
    const { classRoomId: _, text: __, ...what } = asked as typeof asked & { classRoomId?: string; text?: string }
    const studentIds = chosen.map(({ studentId }) => studentId)
    const { issued: count, same, paperIds, newPaperId } = await issue({ ...what, studentIds })
    toast({
      title: t(same > 0 ? 'papers.wereIssued' : 'papers.onlyIssued', { count, same }),
      ...(newPaperId && {
        action: { label: t('papers.undoIssue'), run: () => void takeBack(newPaperId).catch(toastRefusal) },
      }),
    })
    return call(papers.print, { schoolId: school.id, paperIds })
  }

  const nameOf = (id: string) => ofClasses?.find((one) => one.id === id)?.name ?? ''

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="space-y-4">
        <PaperKindChoice kinds={kinds} value={kind} onChange={turn} />
        <p className="text-muted">{t(`papers.means.${kind}`)}</p>
        <div className="flex flex-wrap items-center gap-3">
          {kind !== 'leaving' && (
            <Dropdown
              label={t('papers.class')}
              placeholder={t('papers.chooseClass')}
              items={[
                ...(hasLeavers ? [{ value: leavers, label: t('papers.leavers') }] : []),
                ...(ofClasses ?? []).map((room) => ({ value: room.id, label: nameOfClass(room) })),
              ]}
              value={hasLeavers ? classId : ofClass}
              onChange={(id) => {
                setClassId(id)
                anew()
              }}
            />
          )}
          {isOfTerm && terms && terms.length > 0 && (
            <Dropdown
              label={t(kind === 'yearCard' ? 'papers.year' : 'papers.term')}
              items={listed.map((one) => ({
                value: one.termId,
                label: kind === 'yearCard' ? one.yearName : `${one.termName} · ${one.yearName}`,
              }))}
              value={term?.termId ?? null}
              onChange={(id) => {
                setTermId(id)
                setTicked(nothing)
              }}
            />
          )}
          <LanguageChoice value={language} onChange={setLanguage} />
        </div>
        {isOfLeavers && (
          <SearchField
            label={t('papers.searchLeavers')}
            value={text}
            onChange={(typed) => {
              setText(typed)
              setTicked(nothing)
            }}
          />
        )}
        {isOfTerm && terms?.length === 0 ? (
          <Empty sentence={t('papers.noTerm')} />
        ) : !isReady ? (
          <Empty sentence={t('papers.chooseFirst')} />
        ) : !rows ? (
          <LoadingOrFailed error={plan.error} again={plan.refetch} count={6} />
        ) : rows.length === 0 ? (
          <Empty sentence={t('papers.nobody')} />
        ) : (
          <>
            {searches && <SearchField label={t('papers.forWhom')} value={text} onChange={setText} />}
            <AskFirst
              title={t('papers.issueAsk')}
              means={meaning}
              submit={t('papers.issueAndPrint', { count: toPrint })}
              run={print}
            >
              {(ask) => (
                <Button
                  tone="primary"
                  icon={<Printer className="size-5" aria-hidden="true" />}
                  disabled={toPrint === 0 || busy || job !== null}
                  onClick={() => (newOf(chosen) > 0 && !isList ? ask() : void print())}
                >
                  {isList ? t('papers.printList') : t('papers.issueAndPrint', { count: toPrint })}
                </Button>
              )}
            </AskFirst>
            {!isCertificate && former.size > 0 && (
              <p className="text-sm text-muted">{t('papers.leftLately', { days: daysOfLeaving })}</p>
            )}
            {isOfLeavers && rows.length >= studentsAtOnce && (
              <p className="text-sm text-muted">{t('papers.leaversCut', { most: studentsAtOnce })}</p>
            )}
            {!isList && (
              <PlannedList
                rows={shown}
                chosen={new Set(chosen.map(({ studentId }) => studentId))}
                onTick={(ids, isTicked) => setTicked(new Map([...ticked, ...ids.map((id) => [id, isTicked] as const)]))}
              />
            )}
          </>
        )}
      </div>
      {plan.data?.preview && rows && !isList && (
        <div>
          <h2 className="mb-2 text-sm text-muted">{t('papers.preview')}</h2>
          <LazyPart fallback={<Loading as="cards" count={1} />}>
            <SheetPreview language={language} paper={previewed(plan.data.preview, todayIn(school.timeZone))} />
          </LazyPart>
        </div>
      )}
      <Printing job={job} language={language} onClose={() => setJob(null)} />
    </div>
  )
}

type Plan = OutputOf<typeof papers.plan>

/** It has no number and no code before it is issued. */
const previewed = ({ content, ...rest }: NonNullable<Plan['preview']>, day: string) => ({
  ...rest,
  content: { ...content, v: 1, number: 0, year: Number(day.slice(0, 4)), day },
  code: null,
  copy: false,
  revokedAt: null,
})

async function classListOf(school: OwnSchool, classRoomId: string, className: string) {
  const rows = await call(papers.classList, { classRoomId })
  return { schoolName: school.name, logoUrl: school.imageUrl, className, day: todayIn(school.timeZone), rows }
}
