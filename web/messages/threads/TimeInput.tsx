type Props = { label: string; value: string; onChange: (time: string) => void }

/** A time of day, `HH:MM`; `label` is already translated. */
export const TimeInput = ({ label, value, onChange }: Props) => (
  <input
    type="time"
    required
    aria-label={label}
    value={value}
    onChange={({ target }) => target.value && onChange(target.value)}
    className="min-h-11 rounded-field border border-line bg-surface px-4 py-2"
  />
)
