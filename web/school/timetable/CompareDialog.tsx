import { useState } from 'react'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { ChangesList } from './ChangesList.tsx'
import type { Version } from './planning.ts'

type Props = { version: Version; versions: Version[]; onClose: () => void }

/** What changes for each teacher from another version to this one: from the one in force, unless another is chosen. */
export function CompareDialog({ version, versions, onClose }: Props) {
  const { t } = useTranslation()
  const others = versions.filter(({ id }) => id !== version.id)
  const [withId, setWithId] = useState((others.find(({ isValid }) => isValid) ?? others[0]!).id)
  const { data, error, refetch, isPlaceholderData } = useRead(timetableDrafts.compare, {
    timetableId: version.id,
    withId,
  })
  return (
    <Dialog open onOpenChange={onClose} title={t('timetable.whatChanges')} description={version.timetableName}>
      <div className="space-y-4">
        <Dropdown
          wide
          label={t('timetable.against')}
          items={others.map(({ id, timetableName, isValid }) => ({
            value: id,
            label: isValid ? `${timetableName} · ${t('timetable.states.valid')}` : timetableName,
          }))}
          value={withId}
          onChange={setWithId}
        />
        {data && !isPlaceholderData ? (
          <ChangesList changes={data} open />
        ) : (
          <LoadingOrFailed error={error} again={refetch} count={4} />
        )}
      </div>
    </Dialog>
  )
}
