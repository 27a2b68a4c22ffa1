import { lazy, useState } from 'react'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useGetsNoCode, useShownPhone } from '#web/lib/phones.ts'
import { roleName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { HandOutLetter } from '#web/records/HandOutLetter.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { EditButton, RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import type { Invitation } from './InviteTeacher.tsx'

const loadInviteTeacher = part(async () => (await import('./InviteTeacher.tsx')).InviteTeacher)
const InviteTeacher = lazy(loadInviteTeacher)

/** Staff who are invited and have not agreed yet: invite, change, print a letter, withdraw. */
export function StaffInvitations({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const listQuery = useRead(staffInvitations.list, { schoolId: school.id })
  const mayInvite = useMay(staffInvitations.invite, school.id)
  const withdraw = useChange(staffInvitations.withdraw)
  const shown = useShownPhone()
  const getsNoCode = useGetsNoCode()
  const [edited, setEdited] = useState<Invitation | 'new' | null>(null)
  usePrefetch(loadInviteTeacher)

  const nameOf = ({ teacherName, phoneNumber, email }: Invitation) => teacherName ?? phoneNumber ?? email ?? ''
  return (
    <RecordList
      of="staffInvitations"
      lead={t('settings.staffInvitations.lead')}
      listQuery={listQuery}
      tools={<ExportButton list={staffInvitations.list} input={{ schoolId: school.id }} />}
      words={(one) => [
        one.teacherName,
        one.phoneNumber,
        one.phoneNumber && shown(one.phoneNumber),
        one.email,
        ...one.teaching.map(({ courseName }) => courseName),
      ]}
      line={(one) => (
        <RecordRow
          name={nameOf(one)}
          more={
            <>
              {about(t, one, shown)}{' '}
              {one.phoneNumber && getsNoCode(one.phoneNumber) && (
                <span className="text-danger">{t('settings.noCode')}</span>
              )}
            </>
          }
        >
          {one.phoneNumber && <LetterTo one={one} phoneNumber={one.phoneNumber} school={school} name={nameOf(one)} />}
          {mayInvite && <EditButton name={nameOf(one)} onClick={() => setEdited(one)} />}
          {mayInvite && (
            <RemoveButton
              name={nameOf(one)}
              means={t('settings.staffInvitations.removeMeans', { name: isolated(nameOf(one)) })}
              run={() => withdraw({ schoolId: school.id, invitationId: one.id })}
            />
          )}
        </RecordRow>
      )}
      onAdd={mayInvite && (() => setEdited('new'))}
    >
      {edited && (
        <LazyPart onClose={() => setEdited(null)}>
          <InviteTeacher
            school={school}
            invitation={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </LazyPart>
      )}
    </RecordList>
  )
}

type LetterProps = { one: Invitation; phoneNumber: string; school: OwnSchool; name: string }

function LetterTo({ one: { id }, phoneNumber, school, name }: LetterProps) {
  const getsNoCode = useGetsNoCode()
  const handOut = useChange(staffInvitations.handOut)
  const letter = { id, phoneNumber, to: 'staff' } as const
  if (!getsNoCode(phoneNumber)) return <PrintLetter letter={letter} schoolName={school.name} name={name} />
  const issue = () => handOut({ schoolId: school.id, invitationId: id })
  return <HandOutLetter letter={letter} schoolName={school.name} name={name} issue={issue} />
}

const about = (
  t: (key: string) => string,
  { phoneNumber, email, roleName: role, teaching }: Invitation,
  shown: (phone: string) => string,
) =>
  [
    role && roleName(t, role),
    phoneNumber && isolated(shown(phoneNumber)),
    email && isolated(email),
    ...teaching.map(({ courseName, classRoomName }) => [courseName, classRoomName].filter(Boolean).join(' / ')),
  ]
    .filter(Boolean)
    .join(' · ')
