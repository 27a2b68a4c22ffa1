import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from './Button.tsx'

type Props = {
  /** Labels for screen readers, which name what moves. */
  up: string
  down: string
  place: number
  last: number
  onMove: (from: number, to: number) => void
}

/** Moves one line of an ordered list by one place. */
export const MoveButtons = ({ up, down, place, last, onMove }: Props) => (
  <>
    <IconButton label={up} disabled={place === 0} onClick={() => onMove(place, place - 1)}>
      <ArrowUp className="size-5" aria-hidden="true" />
    </IconButton>
    <IconButton label={down} disabled={place === last} onClick={() => onMove(place, place + 1)}>
      <ArrowDown className="size-5" aria-hidden="true" />
    </IconButton>
  </>
)
