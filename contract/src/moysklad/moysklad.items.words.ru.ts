import type { moySkladItemWordsEn } from './moysklad.items.words.en.ts'

export const moySkladItemWordsRu: typeof moySkladItemWordsEn = {
  plan_create: 'создадим',
  plan_ignore_employee: 'не привязан',
  plan_tie: 'свяжем',
  plan_change: 'изменим',
  plan_same: 'совпадает',
  plan_ambiguous: 'нужно решить',
  plan_invalid: 'с ошибкой',
  plan_ignore: 'пропускаем',
  action_create: 'создано',
  action_tie: 'связано',
  action_change: 'изменено',
  action_untie: 'отвязано',
  action_fail: 'ошибка',
  action_partial: 'загружено частично',
  action_gone: 'удалено в МоёмСкладе',
  action_back: 'снова есть в МоёмСкладе',
}
