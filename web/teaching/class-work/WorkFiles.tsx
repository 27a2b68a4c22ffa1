import { Paperclip } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import type { ListedWork } from './kind.ts'
import { titleOf } from './WorkRow.tsx'

const HomeworkFiles = lazy(
  part(async () => (await import('#web/platform/attachments/HomeworkFiles.tsx')).HomeworkFiles),
)

/** The pictures and files of homework. Everybody who sees the homework sees them; people who may change it may change them. */
export function WorkFiles({ schoolId, work }: { schoolId: string; work: ListedWork }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (!('attachments' in work) || (work.attachments.length === 0 && !work.may.update)) return null
  const { attachments: items, may } = work
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label={`${t('files.change')}: ${titleOf(work)}`}
        onClick={() => setOpen(true)}
        className={items.length > 0 ? 'text-primary' : 'text-muted'}
      >
        <Paperclip className="size-5" aria-hidden="true" />
      </IconButton>
      {open && (
        <LazyPart onClose={close}>
          <HomeworkFiles
            schoolId={schoolId}
            homeworkId={work.id}
            version={work.version}
            items={items}
            mayChange={may.update}
            title={titleOf(work)}
            onClose={close}
          />
        </LazyPart>
      )}
    </>
  )
}
