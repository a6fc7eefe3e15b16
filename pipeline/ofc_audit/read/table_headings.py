"""What headings of tables usually mean: words for each field in some languages, compared without case, accents and marks."""

import unicodedata
from collections.abc import Mapping

_WORDS = {
    "hand_id": "hand handid handnumberid gameid dealid idhand spiel spielid handid# mano idmano idmain раздача idраздачи hånd håndid",
    "hand_no": "handno handnumber handnr nohand numeromano номерраздачи håndnr roundno",
    "site": "site app platform network сайт plattform",
    "club_id": "club clubid клуб klub",
    "table_id": "table tableid tablename room roomid tisch tischname mesa стол bord bordnavn",
    "match_id": "match matchid partie partida матч game round",
    "tournament_id": "tournament tournamentid tourney turnier torneo турнир turnering",
    "ended_at": "time date datetime ended endedat endtime enddate timestamp playedat zeit datum zeitpunkt fecha data время дата dato tidspunkt",
    "ended_time": "clock timeofday uhrzeit hora heure klokkeslett",
    "player_id": "player playerid user userid account accountid member spieler spielerid jugador joueur игрок idигрока spiller jogador",
    "player_name": "name playername nick nickname username screenname nom nombre имя ник navn",
    "seat_no": "seat seatno seatnumber sitz sitzplatz platznr asiento siege место sete assento",
    "acting_order": "order actingorder orderindex turn reihenfolge orden ordre очередность rekkefølge",
    "is_button": "button isbutton dealer isdealer btn geber баттон дилер knapp",
    "button_seat": "buttonseat dealerseat",
    "is_hero": "hero ishero me",
    "stack": "stack stackbefore startstack startingstack chips chipsbefore balancebefore стек stapel fichas",
    "stack_after": "stackafter endstack finalstack chipsafter balanceafter endingstack стекпосле",
    "top": "top front head upper toprow frontrow oben vorne arriba haut верх topp frente fronthand",
    "middle": "middle mid center centre middlerow mitte medio milieu середина midten meio middlehand",
    "bottom": "bottom back lower tail bottomrow backrow unten hinten abajo bas низ bunn tras backhand",
    "board": "board boards cards rows layout boardcards",
    "row": "row line reihe fila ряд rad",
    "row_cards": "rowcards",
    "discards": "discards discard discarded dead muck mucked abwurf ablage descartes сброс kast defausse",
    "fantasy": "fantasy fantasyland fl infantasy infl isfantasy fantasycards infantasyland фантазия",
    "fantasy_next": "fantasynext nextfantasy flnext nextfl nextfantasyland fantasylandnext",
    "is_foul": "foul fouled isfoul misset фол фоул",
    "top_royalties": "toproyalty toproyalties royaltytop royaltiestop frontroyalty royaltyfront toproy",
    "middle_royalties": "middleroyalty middleroyalties royaltymiddle royaltiesmiddle midroyalty royaltymid",
    "bottom_royalties": "bottomroyalty bottomroyalties royaltybottom royaltiesbottom backroyalty royaltyback",
    "royalties": "royalties royalty роялти",
    "points": "points pts score units result punkte puntos очки poeng pontos",
    "net": "net netto win won winnings profit payout amount gewinn ganancia выигрыш gevinst gain lucro netwin moneywon winloss pnl netresult",
    "rake": "rake fee commission рейк gebühr",
    "hand_rake": "handrake totalrake potrake",
    "bounty": "bounty kopfgeld",
    "place": "place placement finish finished platzierung puesto",
    "point_value": "pointvalue pointprice stake stakes einsatz ставка valorpunto pricepoint perpoint",
    "currency": "currency währung moneda devise валюта valuta",
    "rules_id": "rules ruleset rulesid variant gametype regeln правила",
    "is_cancelled": "cancelled canceled void voided iscancelled abgebrochen отменена",
    "level": "level blindlevel уровень",
    "last_of_match": "lastofmatch lasthand final",
}


def bare(heading: str) -> str:
    """A heading without case, accents, blanks and marks."""
    text = unicodedata.normalize("NFKD", heading.casefold())
    return "".join(letter for letter in text if letter.isalnum())


MEANINGS: Mapping[str, str] = {bare(word): field for field, words in _WORDS.items() for word in words.split()}
"""The field that a bare heading means."""


def meaning(heading: str) -> str | None:
    """The field that a heading means; None where it means none that is known."""
    from ofc_audit.read.table_fields import FIELDS

    text = bare(heading)
    return MEANINGS.get(text) or next((name for name in FIELDS if bare(name) == text), None)
