import { Ban, FileBadge, Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { paperKinds, type PaperKind } from '#contract/results/papers/content.ts'
import { byMistake, papers } from '#contract/results/papers/papers.ts'
import { stale, useList } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import type { IssuedPaper } from './issued-paper.ts'
import { PaperKindChoice } from './PaperKindChoice.tsx'
import type { PaperLanguage } from './labels.ts'
import { LanguageChoice } from './LanguageChoice.tsx'
import type { Job } from './PrintJob.tsx'
import { Printing } from './Printing.tsx'
import { TakeBack } from './TakeBack.tsx'

const RevokePaper = lazy(part(async () => (await import('./RevokePaper.tsx')).RevokePaper))

const all = 'all'

type Props = {
  school: OwnSchool
  /** Only those of this student. */
  studentId?: string
}

/** Every paper that was issued, with its number: to be printed again, or revoked. */
export function IssuedTab({ school, studentId }: Props) {
  const { t, language: spoken } = useTranslation()
  const [kind, setKind] = useState<PaperKind | typeof all>(all)
  const [text, setText] = useState('')
  const settled = useSettled(text)
  const [language, setLanguage] = useState<PaperLanguage>(spoken)
  const [job, setJob] = useState<Job | null>(null)
  const [revoking, setRevoking] = useState<IssuedPaper | null>(null)
  const input = {
    schoolId: school.id,
    ...(studentId && { studentId }),
    ...(kind !== all && { kind }),
    ...(settled && { text: settled }),
  }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(papers.list, input)
  const [fetching, setFetching] = useState(false)

  async function print(id: string) {
    setFetching(true)
    try {
      setJob({ papers: await call(papers.print, { schoolId: school.id, paperIds: [id] }) })
      void stale(papers.list)
    } catch (problem) {
      toastRefusal(problem)
    } finally {
      setFetching(false)
    }
  }

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-1 md:gap-2">
        {studentId ? (
          <IssueOne studentId={studentId} />
        ) : (
          <>
            <SearchField label={t('papers.search')} value={text} onChange={setText} className="flex-1 basis-40" />
            <PaperKindChoice kinds={[all, ...paperKinds]} value={kind} onChange={setKind} />
          </>
        )}
        <span className="max-md:hidden">
          <LanguageChoice value={language} onChange={setLanguage} />
        </span>
        {rows && rows.length > 0 && <ExportButton list={papers.list} input={input} />}
      </div>
      <RowStates
        rows={rows}
        error={error}
        again={refetch}
        count={5}
        empty={<Empty sentence={t(text.trim() || kind !== all ? 'papers.noneFound' : 'papers.noneIssued')} />}
      >
        {(rows) => (
          <ul className="space-y-2">
            {rows.map((paper) => (
              <li key={paper.id}>
                <IssuedCard
                  schoolId={school.id}
                  paper={paper}
                  busy={fetching || job !== null}
                  onPrint={() => void print(paper.id)}
                  onRevoke={() => setRevoking(paper)}
                />
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
      {revoking && (
        <LazyPart onClose={() => setRevoking(null)}>
          <RevokePaper schoolId={school.id} paper={revoking} onClose={() => setRevoking(null)} />
        </LazyPart>
      )}
      <Printing job={job} language={language} onClose={() => setJob(null)} />
    </div>
  )
}

function IssueOne({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  return (
    <LinkButton
      to={paths.papersFor('enrolment', studentId)}
      icon={<FileBadge className="size-5" aria-hidden="true" />}
      className="me-auto"
    >
      {t('papers.issue')}
    </LinkButton>
  )
}

type CardProps = { schoolId: string; paper: IssuedPaper; busy: boolean; onPrint: () => void; onRevoke: () => void }

function IssuedCard({ schoolId, paper, busy, onPrint, onRevoke }: CardProps) {
  const { t } = useTranslation()
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p>
          <span className="font-medium">{t(`papers.kind.${paper.kind}`)}</span>{' '}
          <Digits>
            {paper.number}/{paper.year}
          </Digits>
        </p>
        <p>
          <Bdi>{paper.studentName}</Bdi>{' '}
          <span className="text-sm text-muted">
            <Bdi>{paper.classRoomName}</Bdi>
          </span>
        </p>
        <p className="text-sm text-muted">
          <Day day={paper.issuedOn} /> · <Bdi>{paper.issuedByName}</Bdi>
          {paper.copies > 0 && ` · ${t('papers.printed', { count: paper.copies })}`}
          {paper.checks > 0 && ` · ${t('papers.checked', { count: paper.checks })}`}
        </p>
        {paper.revokedAt && (
          <p className="text-sm text-danger">
            {t('papers.revoked')}: <Bdi>{reasonOf(t, paper.reason ?? '')}</Bdi>
          </p>
        )}
      </div>
      {!paper.revokedAt && (
        <span className="flex flex-wrap items-center gap-1">
          {paper.takesBack > 1 && (
            <span className="max-sm:order-last">
              <TakeBack schoolId={schoolId} paper={paper} />
            </span>
          )}
          <IconButton label={t('papers.printAgain')} disabled={busy} onClick={onPrint}>
            <Printer className="size-5" aria-hidden="true" />
          </IconButton>
          {paper.may.revoke && (
            <IconButton label={t('papers.revoke')} onClick={onRevoke}>
              <Ban className="size-5" aria-hidden="true" />
            </IconButton>
          )}
        </span>
      )}
    </Card>
  )
}

/** A reason that the server gave: the number of the paper that took the place of another, or the result that was reopened. */
function reasonOf(t: ReturnType<typeof useTranslation>['t'], reason: string) {
  if (/^\d+\/\d{4}$/.test(reason)) return t('papers.replacedBy', { number: reason })
  if (reason === 'reopened') return t('papers.reopened')
  return reason === byMistake ? t('papers.byMistake') : reason
}
