import { ListPlus, Plus } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

export type AddersProps = {
  /** Its text is `settings.<of>.add`. */
  of: string
  /** If missing or false, there is no button, because the person may not add rows. */
  onAdd?: (() => void) | false | undefined
  onAddSeveral?: (() => void) | false | undefined
  /** On a narrow screen only icons, with texts for screen readers. */
  short?: boolean
}

/** The buttons that add to a list: several at once, or one. */
export function Adders({ of, onAdd, onAddSeveral, short = false }: AddersProps) {
  const { t } = useTranslation()
  return (
    <>
      {onAddSeveral && (
        <Button short={short} icon={<ListPlus className="size-5" aria-hidden="true" />} onClick={onAddSeveral}>
          {t('settings.addSeveral')}
        </Button>
      )}
      {onAdd && (
        <Button tone="primary" short={short} icon={<Plus className="size-5" aria-hidden="true" />} onClick={onAdd}>
          {t(`settings.${of}.add`)}
        </Button>
      )}
    </>
  )
}
