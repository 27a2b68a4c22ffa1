import { ArrowLeftRight, BookOpen, MailPlus, UserMinus } from 'lucide-react'
import { type ComponentProps, lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { isolated, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useOpenedBy } from '#web/ui/opened-by.ts'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { SchoolWaits } from '#web/records/SchoolWaits.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { teacherName, type Teacher } from './teacher.ts'
import { Replacements } from './Replacements.tsx'
import { StaffInvitations } from './StaffInvitations.tsx'
import { Teaching } from './Teaching.tsx'

const loadLinkTeacher = part(async () => (await import('./LinkTeacher.tsx')).LinkTeacher)
const LinkTeacher = lazy(loadLinkTeacher)
const ReplaceTeacher = lazy(part(async () => (await import('./ReplaceTeacher.tsx')).ReplaceTeacher))
const InviteTeacher = lazy(part(async () => (await import('./InviteTeacher.tsx')).InviteTeacher))

/** The teachers of a school: link by phone, unlink, and what each of them teaches, which stands in the address. */
export function TeacherSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const listQuery = useRead(teachers.list, { schoolId: school.id })
  const [query, setQuery] = useSearchParams()
  const [replaced, setReplaced] = useState<Teacher | null>(null)
  const [linking, setLinking] = useOpenedBy('teacher')
  const [inviting, setInviting] = useState<string | null>(null)
  const may = { link: useMay(teachers.link), unlink: useMay(teachers.unlink), replace: useMay(replacements.replace) }
  usePrefetch(loadLinkTeacher)

  const opened = listQuery.data?.find(({ id }) => id === query.get('teacher'))
  if (query.has('invitations') && may.link) return <StaffInvitations school={school} />
  if (opened) return <Teaching key={opened.id} school={school} teacher={opened} onClose={() => setQuery({})} />

  return (
    <>
      <RecordList
        of="teachers"
        listQuery={listQuery}
        tools={<ExportButton list={teachers.list} input={{ schoolId: school.id }} />}
        ways={
          may.link && (
            <LinkButton to={{ search: '?invitations=1' }} icon={<MailPlus className="size-5" aria-hidden="true" />}>
              {t('settings.staffInvitations.title')}
            </LinkButton>
          )
        }
        words={words}
        filters={
          <>
            <SchoolWaits school={school} sentence="settings.teachers.afterApproval" />
            {may.link && <Invited school={school} />}
          </>
        }
        line={(teacher) => (
          <TeacherRow school={school} teacher={teacher} may={may} onReplace={() => setReplaced(teacher)} />
        )}
        onAdd={may.link && (() => setLinking(true))}
      >
        {may.link && linking && (
          <LazyPart onClose={() => setLinking(false)}>
            <LinkTeacher
              school={school}
              onLinked={(teacher) => setQuery({ teacher })}
              onInvite={(phoneNumber) => {
                setLinking(false)
                setInviting(phoneNumber)
              }}
              onClose={() => setLinking(false)}
            />
          </LazyPart>
        )}
        {replaced && (
          <LazyPart onClose={() => setReplaced(null)}>
            <ReplaceTeacher
              school={school}
              teacher={replaced}
              teachers={listQuery.data ?? []}
              today={todayIn(school.timeZone)}
              onClose={() => setReplaced(null)}
            />
          </LazyPart>
        )}
        {inviting && (
          <LazyPart onClose={() => setInviting(null)}>
            <InviteTeacher school={school} invitation={null} phoneNumber={inviting} onClose={() => setInviting(null)} />
          </LazyPart>
        )}
      </RecordList>
      {may.replace && <Replacements school={school} />}
    </>
  )
}

type RowProps = {
  school: OwnSchool
  teacher: Teacher
  may: { unlink: boolean; replace: boolean }
  onReplace: () => void
}

function TeacherRow({ school, teacher, may, onReplace }: RowProps) {
  const { t } = useTranslation()
  const unlink = useChange(teachers.unlink)
  return (
    <RecordRow
      icon={<Avatar names={[teacher.firstName, teacher.lastName]} src={teacher.imageUrl} />}
      name={teacherName(teacher)}
      more={<Known teacher={teacher} />}
    >
      <LinkButton
        tone="quiet"
        className="max-sm:px-3 max-sm:text-sm max-sm:[&>svg]:hidden"
        to={{ search: `?teacher=${teacher.id}` }}
        aria-label={`${t('settings.teachers.teaches')}: ${teacherName(teacher)}`}
        icon={<BookOpen className="size-5" aria-hidden="true" />}
      >
        {t('settings.teachers.teaches')}
      </LinkButton>
      {may.replace && !teacher.waiting && (
        <WordedIcon
          word={t('settings.replacements.open')}
          name={teacherName(teacher)}
          icon={<ArrowLeftRight className="size-5" aria-hidden="true" />}
          onClick={onReplace}
        />
      )}
      {teacher.waiting && (
        <PrintLetter letter={{ id: teacher.id, to: 'teacher' }} schoolName={school.name} name={teacherName(teacher)} />
      )}
      {may.unlink && (
        <AskFirst
          title={t('settings.teachers.unlinkAsk', { name: isolated(teacherName(teacher)) })}
          description={t('settings.teachers.unlinkMeans')}
          submit={t('settings.teachers.unlink')}
          run={() => unlink({ teacherId: teacher.id, schoolId: school.id })}
          danger
        >
          {(ask, busy) => (
            <WordedIcon
              word={t('settings.teachers.unlink')}
              name={teacherName(teacher)}
              icon={<UserMinus className="size-5" aria-hidden="true" />}
              onClick={ask}
              disabled={busy}
            />
          )}
        </AskFirst>
      )}
    </RecordRow>
  )
}

/** What an icon does, in a word; in a row of middling width only the icon has room. */
function WordedIcon({ word, name, ...button }: { word: string; name: string } & ComponentProps<typeof Button>) {
  return (
    <Button
      tone="quiet"
      className="px-3 max-sm:text-sm max-sm:[&>svg]:hidden"
      title={word}
      aria-label={`${word}: ${name}`}
      {...button}
    >
      <span className="capital @3xl:@max-4xl:sr-only">{word}</span>
    </Button>
  )
}

/** Who is invited is not a teacher yet, but must not seem lost. */
function Invited({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data } = useRead(staffInvitations.list, { schoolId: school.id })
  const count = data?.filter(({ roleId }) => roleId === null).length
  if (!count) return null
  return (
    <p className="mb-3">
      <LinkButton
        to={{ search: '?invitations=1' }}
        tone="quiet"
        icon={<MailPlus className="size-5" aria-hidden="true" />}
      >
        {t('settings.teachers.invited', { count })}
      </LinkButton>
    </p>
  )
}

function Known({ teacher }: { teacher: Teacher }) {
  const { t } = useTranslation()
  return (
    <>
      {teacher.phoneNumber && (
        <>
          <PhoneNumber phone={teacher.phoneNumber} /> ·{' '}
        </>
      )}
      {t('settings.teachers.courses', { count: teacher.coursesCount })}
      {teacher.waiting && ` · ${t('settings.teachers.waiting')}`}
    </>
  )
}

/** First and last name side by side, as one types them, then all names. */
const words = (teacher: Teacher) => [teacher.firstName, teacher.lastName, teacherName(teacher)]
