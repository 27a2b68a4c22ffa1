/** Class names that apply, joined; falsy ones fall out. */
export const cx = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(' ')
