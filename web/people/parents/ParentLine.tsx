import { UserMinus } from 'lucide-react'
import { lazy, useState } from 'react'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi, isolated, PhoneNumber } from '#web/ui/Bdi.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { EditButton } from '#web/records/RecordRow.tsx'
import type { Parent } from './relations.ts'

const ChangeParent = lazy(part(async () => (await import('./ChangeParent.tsx')).ChangeParent, '.family'))
const ParentRights = lazy(part(async () => (await import('./ParentRights.tsx')).ParentRights, '.family'))

/** One parent of a student: name, relation, how to reach them, and what they may do. */
export function ParentLine({ parent, today }: { parent: Parent; today: string }) {
  const { t } = useTranslation()
  const { studentId, parentId, parentName, parentImage, phoneNumber, relationName: relation, may } = parent
  const unlink = useChange(studentParents.remove)
  const [changing, setChanging] = useState(false)
  const name = parentName || t('settings.parents.unnamed')

  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Avatar names={parentName.split(' ')} src={parentImage} />
      <div className="min-w-32 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <Bdi>{name}</Bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <Bdi>{relationName(t, relation)}</Bdi>
          {phoneNumber && (
            <a
              href={`tel:${phoneNumber}`}
              className="relative inline-flex min-h-6 items-center underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5 hover:underline"
            >
              <PhoneNumber phone={phoneNumber} />
            </a>
          )}
        </p>
      </div>
      <div className="ms-auto flex">
        {may.update && <EditButton name={name} onClick={() => setChanging(true)} />}
        {may.remove && (
          <AskFirst
            title={t('settings.parents.unlinkAsk', { name: isolated(name) })}
            description={t('settings.parents.unlinkMeans')}
            submit={t('settings.parents.unlink')}
            run={() => unlink({ studentId, parentId })}
            danger
          >
            {(ask, busy) => (
              <IconButton label={`${t('settings.parents.unlink')}: ${name}`} onClick={ask} disabled={busy}>
                <UserMinus className="size-5" aria-hidden="true" />
              </IconButton>
            )}
          </AskFirst>
        )}
      </div>
      <div className="basis-full">
        <LazyPart fallback={<Skeleton className="h-8" />}>
          <ParentRights parent={parent} today={today} />
        </LazyPart>
      </div>
      {changing && (
        <LazyPart onClose={() => setChanging(false)}>
          <ChangeParent parent={parent} name={name} onClose={() => setChanging(false)} />
        </LazyPart>
      )}
    </li>
  )
}
