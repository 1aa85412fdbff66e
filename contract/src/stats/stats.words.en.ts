/** The name of the screen of figures, there and in the file of views. */
export const statsWordsEn: Record<'title', string> = {
  title: 'Analytics',
}
