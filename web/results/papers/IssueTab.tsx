import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { papers, studentsAtOnce } from '#contract/results/papers/papers.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { newOf, type Ticked } from './for-whom.ts'
import { PaperKindChoice } from './PaperKindChoice.tsx'
import type { PaperLanguage } from './labels.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import { daysOfLeaving } from './leavers.ts'
import { ClassOfPapers, TermOfPapers } from './PaperScope.tsx'
import {
  chosenIn,
  leavers,
  type PaperPlan,
  type PlannedPapers,
  printedKinds,
  type PrintedKind,
  usePlanned,
} from './planned.ts'
import { PlannedList } from './PlannedList.tsx'
import type { Job } from './PrintJob.tsx'
import { Printing } from './Printing.tsx'
import { useTakingBack } from './TakeBack.tsx'

const SheetPreview = lazy(part(async () => (await import('./SheetPreview.tsx')).SheetPreview))

const nothing: Ticked = new Map()

/** The papers of the kind that the address names, for its class or its student. */
export function IssueTab({ school }: { school: OwnSchool }) {
  const [query] = useSearchParams()
  const studentId = idIn(query, 'student')
  const { data, error } = useRead(studentRecords.get, { studentId: studentId ?? '' }, { enabled: studentId !== null })
  const student = data?.id === studentId && data.schoolId === school.id ? data : undefined
  if (studentId && !student && !error && data?.id !== studentId) return <Loading count={6} />
  const first: First = {
    kind: printedKinds.find((one) => one === query.get('kind')) ?? 'enrolment',
    classId: idIn(query, 'class'),
    termId: idIn(query, 'term'),
    ticked: nothing,
    text: '',
    ...(student && {
      classId: student.leftOn ? leavers : student.classRoomId,
      ticked: new Map([[student.id, true]]),
      text: studentName(student),
    }),
  }
  return <Issue key={query.toString()} school={school} first={first} />
}

type First = { kind: PrintedKind; classId: string | null; termId: string | null; ticked: Ticked; text: string }

const studentName = ({ firstName, middleName, lastName }: OutputOf<typeof studentRecords.get>) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** Which paper, for whom, in which language; the first of them is shown as it will be. */
function Issue({ school, first }: { school: OwnSchool; first: First }) {
  const { t, language: spoken } = useTranslation()
  const [kind, setKind] = useState<PrintedKind>(first.kind)
  const [language, setLanguage] = useState<PaperLanguage>(spoken)
  const [classId, setClassId] = useState<string | null>(first.classId)
  const [termId, setTermId] = useState<string | null>(first.termId)
  const [ticked, setTicked] = useState<Ticked>(first.ticked)
  const [text, setText] = useState(first.text)
  const [job, setJob] = useState<Job | null>(null)
  const { data: ofClasses } = useRead(classes.list, { schoolId: school.id })
  const { mutateAsync: issue } = useWrite(papers.issue)
  const takeBack = useTakingBack(school.id)
  const [busy, setBusy] = useState(false)
  const isList = kind === 'classList'
  const planned = usePlanned(school.id, { kind, classId, termId, text })
  const { ofClass, input, plan, rows } = planned
  const choice = chosenIn(planned, { school, kind, ticked, text })
  const { chosen, chosenOf } = choice

  const anew = () => {
    setTicked(nothing)
    setText('')
  }
  const turn = (next: PrintedKind) => {
    setKind(next)
    anew()
  }

  /** What is about to be issued, as the server plans it now: others may have taken numbers since the list was read. */
  async function meaning() {
    const now = await call(papers.plan, input)
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
    const { classRoomId: _, text: __, ...what } = input as typeof input & { classRoomId?: string; text?: string }
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
        <PaperKindChoice kinds={printedKinds} value={kind} onChange={turn} />
        <p className="text-muted">{t(`papers.means.${kind}`)}</p>
        <div className="flex flex-wrap items-center gap-3">
          {kind !== 'leaving' && (
            <ClassOfPapers
              planned={planned}
              rooms={ofClasses ?? []}
              value={classId}
              onChange={(id) => {
                setClassId(id)
                anew()
              }}
            />
          )}
          <TermOfPapers
            planned={planned}
            kind={kind}
            onChange={(id) => {
              setTermId(id)
              setTicked(nothing)
            }}
          />
          <LanguageChoice value={language} onChange={setLanguage} />
        </div>
        {planned.isOfLeavers && (
          <SearchField
            label={t('papers.searchLeavers')}
            value={text}
            onChange={(typed) => {
              setText(typed)
              setTicked(nothing)
            }}
          />
        )}
        <PlannedStudents
          planned={planned}
          choice={choice}
          isList={isList}
          busy={busy || job !== null}
          text={text}
          onText={setText}
          meaning={meaning}
          print={print}
          onTick={(ids, isTicked) => setTicked(new Map([...ticked, ...ids.map((id) => [id, isTicked] as const)]))}
        />
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

type PlannedProps = {
  planned: PlannedPapers
  choice: ReturnType<typeof chosenIn>
  isList: boolean
  busy: boolean
  text: string
  onText: (text: string) => void
  meaning: () => Promise<string>
  print: () => Promise<void>
  onTick: (ids: readonly string[], isTicked: boolean) => void
}

/** For whom the paper is issued, with the button that issues and prints it; or what has to be chosen before. */
function PlannedStudents({ planned, choice, isList, busy, text, onText, meaning, print, onTick }: PlannedProps) {
  const { t } = useTranslation()
  const { isOfTerm, terms, isReady, isOfLeavers, plan, rows } = planned
  const { chosen, searches, shown, toPrint, hasFormer } = choice
  if (isOfTerm && terms?.length === 0) return <Empty sentence={t('papers.noTerm')} />
  if (!isReady) return <Empty sentence={t('papers.chooseFirst')} />
  return (
    <RowStates
      rows={rows}
      error={plan.error}
      again={plan.refetch}
      count={6}
      empty={<Empty sentence={t('papers.nobody')} />}
    >
      {({ length }) => (
        <>
          {searches && <SearchField label={t('papers.forWhom')} value={text} onChange={onText} />}
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
                disabled={toPrint === 0 || busy}
                onClick={() => (newOf(chosen) > 0 && !isList ? ask() : void print())}
              >
                {isList ? t('papers.printList') : t('papers.issueAndPrint', { count: toPrint })}
              </Button>
            )}
          </AskFirst>
          {hasFormer && <p className="text-sm text-muted">{t('papers.leftLately', { days: daysOfLeaving })}</p>}
          {isOfLeavers && length >= studentsAtOnce && (
            <p className="text-sm text-muted">{t('papers.leaversCut', { most: studentsAtOnce })}</p>
          )}
          {!isList && (
            <PlannedList rows={shown} chosen={new Set(chosen.map(({ studentId }) => studentId))} onTick={onTick} />
          )}
        </>
      )}
    </RowStates>
  )
}

/** It has no number and no code before it is issued. */
const previewed = ({ content, ...rest }: NonNullable<PaperPlan['preview']>, day: string) => ({
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
