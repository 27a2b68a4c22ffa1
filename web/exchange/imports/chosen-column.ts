import type { SheetColumn } from './import.ts'

export type FieldKind = NonNullable<SheetColumn['suggested']>['kind']
/** A column while its meaning is being chosen. `newField`: a field of the school will be created for it. */
export type ChosenColumn = SheetColumn & { byHand: boolean; newField: FieldKind | null }
export type Chosen = Pick<ChosenColumn, 'meaning' | 'recordFieldId' | 'newField'>
