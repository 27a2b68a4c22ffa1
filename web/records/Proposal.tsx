import { useFormContext } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'

/** Fills an empty field of the form around it with what is proposed, so that a person sees it before it is stored. */
export function Proposal({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation()
  const { watch, setValue } = useFormContext()
  if (watch(name)) return null
  return (
    <Button tone="quiet" onClick={() => setValue(name, value, { shouldDirty: true, shouldTouch: true })}>
      {t('settings.record.useProposal', { name: value })}
    </Button>
  )
}
