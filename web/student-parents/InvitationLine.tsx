import { Hourglass, Mail, X } from 'lucide-react'
import { lazy, useState } from 'react'
import { invitations } from '#contract/parents/invitations.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'

const Letters = lazy(part(async () => (await import('#web/ui/Letters.tsx')).Letters))

type Props = { invitation: OutputOf<typeof invitations.list>[number]; school: OwnSchool }

/** An invited phone number: the person who confirms it becomes the student's parent. */
export function InvitationLine({ invitation, school }: Props) {
  const [printing, setPrinting] = useState(false)
  const { t } = useTranslation()
  const { id, studentId, phoneNumber, relationName: relation, createDate } = invitation
  const mayWithdraw = useMay(invitations.withdraw)
  const withdraw = useChange(invitations.withdraw)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-wait-soft text-wait">
        <Hourglass className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-32 flex-1">
        <p className="font-semibold">
          <Digits>{phoneNumber}</Digits>
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Bdi>{relationName(t, relation)}</Bdi>
          <span className="text-wait">
            {t('settings.parents.waits')} <Day day={todayIn(school.timeZone, new Date(createDate))} />
          </span>
        </p>
      </div>
      <IconButton label={`${t('letter.print')}: ${phoneNumber}`} onClick={() => setPrinting(true)}>
        <Mail className="size-5" aria-hidden="true" />
      </IconButton>
      {printing && (
        <LazyPart onClose={() => setPrinting(false)}>
          <Letters schoolName={school.name} invited={[invitation]} onClose={() => setPrinting(false)} />
        </LazyPart>
      )}
      {mayWithdraw && (
        <AskFirst
          title={t('settings.parents.withdrawAsk', { phone: isolated(phoneNumber) })}
          submit={t('settings.parents.withdraw')}
          run={() => withdraw({ studentId, invitationId: id })}
          danger
        >
          {(ask, busy) => (
            <IconButton label={`${t('settings.parents.withdraw')}: ${phoneNumber}`} onClick={ask} disabled={busy}>
              <X className="size-5" aria-hidden="true" />
            </IconButton>
          )}
        </AskFirst>
      )}
    </li>
  )
}
