/** The mark that "85%" is of a full mark, with two decimals; null where the text is no share of it. */
export function shareIn(text: string, fullMark: number): number | null {
  const share = /^(\d{1,3}(?:\.\d+)?)[%\u066a]$/.exec(text)?.[1]
  return share === undefined || Number(share) > 100 ? null : Math.round(Number(share) * fullMark) / 100
}
