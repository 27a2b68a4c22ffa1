import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { plainDigits } from '#web/lib/text.ts'
import { TextField } from '#web/ui/Fields.tsx'

/** A day that is known by heart is typed, not searched for: year/month/day, the slashes come by themselves. */
export function BirthDayField(props: ComponentProps<typeof TextField>) {
  const { setValue } = useFormContext()
  return (
    <TextField
      dir="ltr"
      inputMode="numeric"
      autoComplete="bday"
      placeholder="1990/05/23"
      maxLength={10}
      className="rtl:text-end"
      onInput={({ currentTarget, nativeEvent }) => {
        const adding = (nativeEvent as InputEvent).inputType?.startsWith('insert') ?? false
        currentTarget.value = slashed(plainDigits(currentTarget.value), adding)
        setValue(props.name, currentTarget.value)
      }}
      {...props}
    />
  )
}

const slashed = (text: string, adding: boolean) => {
  const plain = text.replace(/[-.\s]/g, '/')
  if (/^\d{8}$/.test(plain)) return `${plain.slice(0, 4)}/${plain.slice(4, 6)}/${plain.slice(6)}`
  return adding && /^(\d{4}|\d{4}\/\d{2})$/.test(plain) ? `${plain}/` : plain
}
