"""What the game asks before money moves, with the figures an answer needs."""

from game.engine.rules import BASE_BET, CAP, FREE_SPINS, RETURN_TO_PLAYER, STAKES, Mode
from game.money import LADDER
from game.ui.odds import average_cost, odds
from game.ui.services import Services


def buy_words(services: Services) -> str:
    """What buying free spins costs, what it gives on average and how often it gives less."""
    tr, money, language = services.tr, services.money, services.language
    price, known = services.table.price(Mode.BUY), odds(Mode.BUY)
    text = tr(
        "Buy {count} free spins for {price}? On average you get {rtp} back, so this costs you about {cost}."
    ).format(
        count=FREE_SPINS,
        price=money(price),
        rtp=language.percent(RETURN_TO_PLAYER),
        cost=money(average_cost(price)),
    )
    if known is not None:
        less = 100 - round(100 * known.pays_more)
        text += "\n" + tr(
            "{less} in 100 purchases pay back less than {price}, {more} in 100 pay back more; "
            "half pay {median} or less."
        ).format(
            less=language.number(less),
            more=language.number(100 - less),
            price=money(price),
            median=money(round(known.median * price)),
        )
    return text + "\n" + tr("Credit afterwards: {after}").format(after=money(services.table.balance - price))


def average_words(services: Services, stake: int) -> str:
    """What a round at that stake costs on average, in as little room as can be."""
    return services.tr("avg {cost}").format(cost=services.money(-average_cost(stake), signed=True))


def bet_hint(services: Services) -> str:
    """How the bet is chosen and what it costs on average."""
    tr, price = services.tr, services.table.price()
    cost = tr("On average a spin at this bet costs you {cost}.").format(cost=services.money(average_cost(price)))
    return f"{tr('Choose your bet; the mouse wheel changes it too')}. {cost}"


def buy_hint(services: Services) -> str:
    """What buying free spins is, in a line or two."""
    tr, known = services.tr, odds(Mode.BUY)
    text = tr("{count} free spins now for {times} bets.").format(count=FREE_SPINS, times=STAKES[Mode.BUY] // BASE_BET)
    if known is not None:
        less = 100 - round(100 * known.pays_more)
        text += " " + tr("{less} in 100 purchases pay back less than they cost.").format(less=less)
    return text


def ante_words(services: Services) -> str:
    """What double chance changes, in a line or two."""
    tr, language, known, usual = services.tr, services.language, odds(Mode.ANTE), odds(Mode.BASE)
    text = tr("Costs {more} more; other wins are rarer. Average return is unchanged. Top win {times}× the bet.").format(
        more=language.percent(STAKES[Mode.ANTE] / BASE_BET - 1, 0), times=language.number(CAP // STAKES[Mode.ANTE])
    )
    if known is not None and usual is not None:
        odds_of_both = tr("Free spins: 1 spin in {count} instead of 1 in {usual}.").format(
            count=language.number(known.free_spins_one_in or 1), usual=language.number(usual.free_spins_one_in or 1)
        )
        text = f"{odds_of_both} {text}"
    return text


def buy_refused_words(services: Services) -> str:
    """Why free spins can't be bought."""
    return services.tr("This costs {price}; you have {credit}. Lower the bet.").format(
        price=services.money(services.table.price(Mode.BUY)), credit=services.money(services.table.balance)
    )


def credit_words(services: Services, *, wanted: int | None = None) -> str:
    """How the credit stands to a press of CREDIT, or to a bet of ``wanted`` it doesn't cover, and what can be done."""
    tr, table, money = services.tr, services.table, services.money
    ledger, credit = table.ledger, money(table.balance)
    if ledger.can_refill:
        text = tr("You have {credit} left, less than the smallest bet.").format(credit=credit)
        if wanted is not None:
            text = tr("You have {credit} left, less than this bet. Stop here, or take more play money.").format(
                credit=credit
            )
        return (
            text
            + "\n"
            + tr("A refill brings your credit to {amount} of play money. It isn't a win.").format(
                amount=money(services.settings.bankroll)
            )
        )
    if table.balance < LADDER[0].base:  # no bet is small enough: say when there is more
        refusal = services.say(ledger.refill_refusal())
        return tr("You have {credit} left, less than the smallest bet.").format(credit=credit) + "\n" + refusal
    if wanted is not None:
        return tr("You have {credit} left; this bet costs {price}. Stop here, or lower the bet.").format(
            credit=credit, price=money(wanted)
        )
    return tr(
        "You have {credit} of play money. You can refill when it is below the smallest bet ({least}), once an hour and "
        "not during a break."
    ).format(credit=credit, least=money(LADDER[0].base))
